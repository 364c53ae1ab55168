import { GENDERS, LANGUAGES, numberOf } from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { BlockApi, ProfileApi } from "@serenade/contract/members";
import { NEAR_KM, SEARCH_FILTERS, SearchApi, type SearchFilter } from "@serenade/contract/search";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillDemo } from "../../../db/demo/fill.ts";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, lookOn, type Person } from "../../../test/cast.ts";
import { hideMember } from "../../members/commands.ts";
import { ageOn, gendersOf } from "../../members/rules.ts";
import { listCities } from "../../site/places/queries.ts";
import { refreshIndexes } from "../index/queries.ts";

interface Row {
  id: number;
  gender: number;
  looking_for: number;
  date_of_birth: string;
  country: string;
  countryregion: string;
  city: string;
  photo: boolean;
  last_active: string;
  interests: number[];
  languages: number[];
  seek_min_age: number;
  seek_max_age: number;
}
type Asked = Partial<Record<string, string>>;

let test: TestApp;
let anna: Person;
let self: Row;
let everybody: Row[];
beforeAll(async () => {
  test = await testApp();
  await fillDemo(test.app, { site: 1, count: 1500 });
  anna = await join(test, "anna", { form: { name: "Anna of the test", looking_for: ["man", "nonbinary"] } });
  await anna.call(ProfileApi.change, {
    body: { location: { country: "NL", countryregion: "NL-NH", city: "Amsterdam" } } as never,
  });
  const sql = `select m.id, m.gender, m.looking_for, m.date_of_birth, m.country, m.countryregion, m.city,
                      m.main_photo_id is not null as photo, s.last_active, d.interests, d.languages, d.seek_min_age, d.seek_max_age
                 from members m join member_search s on s.site_id = m.site_id and s.member_id = m.id
                 join member_details d on d.site_id = m.site_id and d.member_id = m.id`;
  everybody = (await test.app.db.raw(sql)).rows.map((row) => ({ ...(row as Row), id: Number((row as Row).id) }));
  self = everybody.find(({ id }) => id === anna.number)!;
  measure();
});
afterAll(() => test.close());

const search = async (query: Asked, person = anna) => {
  await lookOn(test, person);
  return (await person.call(SearchApi.list, { query: query as never })).body;
};

/** The centre of a cell by the specification, computed independently of the product's code. */
function cellMiddle({ lat, lon }: { lat: number; lon: number }) {
  const south = Math.floor((lat + 90) * 10) / 10 - 90;
  const wide = 360 / Math.floor(3_600 * Math.cos(((south + 0.05) * Math.PI) / 180));
  return { lat: south + 0.05, lon: (Math.floor((lon + 180) / wide) + 0.5) * wide - 180 };
}
function kilometres(one: { lat: number; lon: number }, other: { lat: number; lon: number }) {
  const turn = Math.PI / 180;
  const cosine =
    Math.sin(one.lat * turn) * Math.sin(other.lat * turn) +
    Math.cos(one.lat * turn) * Math.cos(other.lat * turn) * Math.cos((other.lon - one.lon) * turn);
  return 6_371 * Math.acos(Math.min(1, cosine));
}

/** Distance from Anna, between cell centres; members without a town are missing. */
const away = new Map<number, number>();
function measure(): void {
  const townOf = ({ country, countryregion, city }: Row) =>
    listCities(country as never, countryregion).find(({ name }) => name === city);
  const here = cellMiddle(townOf(self)!);
  for (const row of everybody) {
    const there = townOf(row);
    if (there) away.set(row.id, kilometres(here, cellMiddle(there)));
  }
}

/** The reference implementation: checks every member. */
function fits(query: Asked, row: Row): boolean {
  const today = test.app.clock.iso();
  const age = ageOn(row.date_of_birth, today);
  const oneOf = (asked: string | undefined, list: readonly string[], has: number[]) =>
    !asked || asked.split(",").some((name) => has.includes(list.indexOf(name) + 1));
  const bothWays = () =>
    (gendersOf(self.looking_for) as string[]).includes(GENDERS[row.gender - 1]!) &&
    (gendersOf(row.looking_for) as string[]).includes(GENDERS[self.gender - 1]!) &&
    age >= self.seek_min_age &&
    age <= self.seek_max_age &&
    ageOn(self.date_of_birth, today) >= row.seek_min_age &&
    ageOn(self.date_of_birth, today) <= row.seek_max_age;
  return (
    (!query.gender || row.gender === numberOf(GENDERS, query.gender as never)) &&
    (!query.country || row.country === query.country) &&
    (!query.countryregion || row.countryregion === query.countryregion) &&
    age >= Number(query.min_age ?? 18) &&
    (Number(query.max_age ?? 99) === 99 || age <= Number(query.max_age)) &&
    (!query.near || (away.get(row.id) ?? Number.POSITIVE_INFINITY) <= Number(query.near)) &&
    (!query.photo || row.photo) &&
    (!query.online || Date.parse(today) - Date.parse(row.last_active) < 300_000) &&
    oneOf(query.interests, INTERESTS, row.interests) &&
    oneOf(query.languages, LANGUAGES, row.languages) &&
    (!query.mutual || bothWays())
  );
}
const others = (query: Asked) => everybody.filter((row) => row.id !== anna.number && fits(query, row));

const sometimes = (values: fc.Arbitrary<Asked>) => fc.oneof({ weight: 2, arbitrary: fc.constant<Asked>({}) }, values);
const list = (name: string, values: readonly string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 })
    .map((chosen) => ({ [name]: chosen.join(",") }));
const ages = fc.tuple(fc.integer({ min: 18, max: 75 }), fc.integer({ min: 0, max: 30 }));
const mixes = fc
  .tuple(
    sometimes(fc.constantFrom(...GENDERS).map((gender) => ({ gender }))),
    sometimes(fc.constantFrom<Asked>({ country: "NL" }, { country: "DE" }, { country: "NL", countryregion: "NL-NH" })),
    sometimes(ages.map(([min, span]) => ({ min_age: String(min), max_age: String(Math.min(99, min + span)) }))),
    sometimes(fc.constantFrom(...NEAR_KM).map((near) => ({ near: String(near) }))),
    sometimes(fc.constant({ photo: "true" })),
    sometimes(fc.constant({ mutual: "true" })),
    sometimes(list("interests", INTERESTS)),
    sometimes(list("languages", LANGUAGES)),
    fc.oneof({ weight: 5, arbitrary: fc.constant<Asked>({}) }, fc.constant<Asked>({ online: "true" })),
  )
  .map((parts) => Object.assign({}, ...parts) as Asked)
  .filter((query) => ["near", "photo", "mutual", "interests", "languages", "online"].some((name) => query[name]));

/** A query without one of its filters. */
function without(query: Asked, drop: SearchFilter): Asked {
  const names = { ages: ["min_age", "max_age"], country: ["country", "countryregion"] }[drop as string] ?? [drop];
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

describe("a mix of any filters", () => {
  it("finds and counts exactly the matching members, newest activity first; if none, suggests a filter to drop", async () => {
    let empty = 0;
    await fc.assert(
      fc.asyncProperty(mixes, async (query) => {
        const right = others(query);
        const { results, numResults, relaxations } = await search(query);
        expect(numResults).toBe(right.length);
        right.sort((a, b) => Date.parse(b.last_active) - Date.parse(a.last_active) || b.id - a.id);
        const ids = results.map((card) => test.app.ids.decode("member", card.id)!);
        expect(ids).toEqual(right.slice(0, 24).map((row) => row.id));
        if (!right.length) empty++;
        const set = SEARCH_FILTERS.filter(
          (drop) => Object.keys(without(query, drop)).length < Object.keys(query).length,
        );
        const gains = set
          .map((drop) => ({ drop, numResults: others(without(query, drop)).length }))
          .filter((one) => right.length === 0 && one.numResults > 0);
        expect(new Map(relaxations.map((one) => [one.drop, one.numResults]))).toEqual(
          new Map(gains.map((one) => [one.drop, one.numResults])),
        );
        const counts = relaxations.map((one) => one.numResults);
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      }),
      { numRuns: 300 },
    );
    expect(empty).toBeGreaterThan(5);
  }, 90_000);

  it("lists every member once across the pages", async () => {
    const query = { photo: "true", languages: "en" };
    const right = others(query);
    const seen = new Set<string>();
    for (let page = 1; page <= Math.ceil(right.length / 24); page++) {
      for (const card of (await search({ ...query, page: String(page) })).results) seen.add(card.id);
    }
    expect(seen.size).toBe(right.length);
  });

  it("offers similar members on a last page that is not full, who pass the other filters", async () => {
    const query = {
      gender: "man",
      country: "NL",
      countryregion: "NL-NH",
      min_age: "30",
      max_age: "33",
      interests: "music",
    };
    const { results, similar } = await search(query);
    expect(results.length).toBeLessThan(24);
    expect(similar).toHaveLength(12);
    const ids = similar.map((card) => test.app.ids.decode("member", card.id)!);
    const rows = ids.map((id) => everybody.find((row) => row.id === id)!);
    expect(rows.every((row) => row.gender === 2 && row.interests.includes(INTERESTS.indexOf("music") + 1))).toBe(true);
    const shown = new Set(others(query).map(({ id }) => id));
    expect(ids.filter((id) => shown.has(id) || id === anna.number)).toEqual([]);
    expect(new Set(ids).size).toBe(12);
  });

  it("accepts a repeated parameter as a list, as a form without script sends it", async () => {
    const { numResults } = (await (await anna.fetch("/api/members.php?interests=wine&interests=tea")).json()) as {
      numResults: number;
    };
    expect(numResults).toBe(others({ interests: "wine,tea" }).length);
    expect((await anna.call(SearchApi.list, { query: { interests: "wine,gold" } as never })).status).toBe(400);
  });

  it("includes newcomers and changes after the next refresh, and hides deleted members immediately", async () => {
    const bram = await join(test, "bram", { form: { name: "Bram of the test", country: "NZ" } });
    const query = { country: "NZ", gender: "man", languages: "hi,zh" };
    const found = async () => (await search(query)).results.some((card) => card.id === bram.id);
    const before = (await search(query)).numResults;
    await bram.call(ProfileApi.change, { body: { languages: ["hi"] } as never });
    await refreshIndexes(test.app);
    expect([await found(), (await search(query)).numResults]).toEqual([true, before + 1]);
    await test.app.db.transaction((tx) => hideMember(test.app, tx, 1, bram.number, true));
    expect(await found()).toBe(false);
    await refreshIndexes(test.app);
    expect((await search(query)).numResults).toBe(before);
    await test.app.db.transaction((tx) => hideMember(test.app, tx, 1, bram.number, false));
    await refreshIndexes(test.app);
    expect([await found(), (await search(query)).numResults]).toEqual([true, before + 1]);
    await anna.call(BlockApi.block, { body: { id: bram.id } });
    expect([await found(), (await search(query)).numResults]).toEqual([false, before]);
    const carol = await join(test, "carol", { form: { name: "Carol of the test" } });
    const seen = await search(query, carol);
    expect([seen.results.some((card) => card.id === bram.id), seen.numResults]).toEqual([true, before + 1]);
  });

  it("requires a caller: near and both ways ask visitors to log in, near requires a town", async () => {
    const visitor = test.client();
    for (const query of [{ near: "25" }, { mutual: "true" }]) {
      const { body } = await visitor.call(SearchApi.list, { query: query as never });
      expect(body.authentication_required).toBe(true);
    }
    const dirk = await join(test, "dirk", { form: { name: "Dirk of the test" } });
    expect((await dirk.call(SearchApi.list, { query: { near: "25" } })).body.error).toBe("place_missing");
    expect((await visitor.call(SearchApi.list, { query: { photo: "true" } })).body.numResults).toBe(
      everybody.filter(({ photo }) => photo).length,
    );
  });
});
