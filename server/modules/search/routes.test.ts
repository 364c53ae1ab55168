import { GENDERS, numberOf } from "@serenade/contract/attributes";
import { LikesApi } from "@serenade/contract/likes";
import { BlockApi, MemberApi } from "@serenade/contract/members";
import { SearchApi, type SearchQuery, SignupMatchesApi } from "@serenade/contract/search";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillDemo } from "../../db/demo/fill.ts";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, lookOn, type Person } from "../../test/cast.ts";
import { ageOn } from "../members/rules.ts";
import { changeSite } from "../site/commands.ts";

interface Row {
  id: number;
  gender: number;
  date_of_birth: string;
  country: string;
  countryregion: string;
  last_active: string;
}

let test: TestApp;
let anna: Person;
let everybody: Row[];
beforeAll(async () => {
  test = await testApp();
  await fillDemo(test.app, { site: 1, count: 1200 });
  anna = await join(test, "anna", { form: { name: "Anna of the test" } });
  const sql = `select m.id, m.gender, m.date_of_birth, m.country, m.countryregion, s.last_active
                 from members m join member_search s on s.site_id = m.site_id and s.member_id = m.id where m.confirmed_at is not null`;
  everybody = (await test.app.db.raw(sql)).rows.map((row) => ({ ...(row as Row), id: Number((row as Row).id) }));
});
afterAll(() => test.close());

type Asked = { [Key in keyof SearchQuery]?: string };
const search = async (query: Asked, person = anna) => {
  await lookOn(test, person);
  return (await person.call(SearchApi.list, { query: query as never })).body;
};

/** The reference implementation: checks every member. */
function fitting(query: Asked): Row[] {
  const today = test.app.clock.iso();
  return everybody.filter((row) => {
    const age = ageOn(row.date_of_birth, today);
    return (
      (!query.gender || row.gender === numberOf(GENDERS, query.gender as never)) &&
      (!query.country || row.country === query.country) &&
      (!query.countryregion || row.countryregion === query.countryregion) &&
      age >= Number(query.min_age ?? 18) &&
      (Number(query.max_age ?? 99) === 99 || age <= Number(query.max_age))
    );
  });
}

const places = fc.constantFrom<Asked>(
  {},
  { country: "NL" },
  { country: "DE" },
  { country: "NL", countryregion: "NL-NH" },
  { countryregion: "GB-ENG" },
  { country: "NZ" },
);
const queries = fc
  .tuple(
    fc.constantFrom<Asked>({}, { gender: "woman" }, { gender: "man" }, { gender: "nonbinary" }),
    places,
    fc.option(fc.integer({ min: 18, max: 75 })),
    fc.option(fc.integer({ min: 18, max: 75 })),
  )
  .map(([gender, place, one, two]) => {
    const [min, max] = one !== null && two !== null ? [Math.min(one, two), Math.max(one, two)] : [one, two];
    return {
      ...gender,
      ...place,
      ...(min === null ? {} : { min_age: String(min) }),
      ...(max === null ? {} : { max_age: String(max) }),
    };
  });

describe("search", () => {
  // spec: 1.search, 1.search-fields, 3.search-state
  it("finds exactly who fits, counts them exactly, newest activity first, for any mix of filters", async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const right = fitting(query);
        const { results, numResults } = await search(query);
        const others = right.filter((row) => row.id !== anna.number);
        expect(numResults).toBe(others.length);
        const ids = results.map((card) => test.app.ids.decode("member", card.id)!);
        others.sort((a, b) => Date.parse(b.last_active) - Date.parse(a.last_active) || b.id - a.id);
        expect(ids).toEqual(others.slice(0, 24).map((row) => row.id));
      }),
      { numRuns: 60 },
    );
  });

  // spec: 3.search-state
  it("lists every member once across the pages", async () => {
    const query = { gender: "woman", country: "NL" };
    const right = fitting(query).filter((row) => row.id !== anna.number);
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(right.length / 24); page++) {
      seen.push(...(await search({ ...query, page: String(page) })).results.map((card) => card.id));
    }
    expect(seen).toHaveLength(right.length);
    expect(new Set(seen).size).toBe(right.length);
  });

  // spec: 3.search-state
  it("offers similar members on a last page that is not full, and repeats none of the results", async () => {
    const query = { gender: "woman", country: "NL", countryregion: "NL-ZE", min_age: "30", max_age: "40" };
    const { results, similar } = await search(query);
    expect(results.length).toBeLessThan(24);
    expect(similar).toHaveLength(12);
    const shown = new Set(fitting(query).map((row) => test.app.ids.encode("member", row.id)));
    expect(similar.filter((card) => shown.has(card.id))).toEqual([]);
    expect(new Set(similar.map((card) => card.id)).size).toBe(12);
    expect(new Set(similar.map((card) => card.gender))).toEqual(new Set(["woman"]));
  });

  it("lists no member across a block, in either direction", async () => {
    const [bea, carl] = [
      await join(test, "bea.t", { form: { country: "NZ" } }),
      await join(test, "carl.t", { form: { country: "NZ", gender: "man" } }),
    ];
    const sees = async (person: Person, other: Person) =>
      (await search({ country: "NZ" }, person)).results.some((card) => card.id === other.id);
    expect([await sees(bea, carl), await sees(carl, bea)]).toEqual([true, true]);
    await bea.call(BlockApi.block, { body: { id: carl.id } });
    expect([await sees(bea, carl), await sees(carl, bea)]).toEqual([false, false]);
    await bea.call(BlockApi.unblock, { body: { id: carl.id } });
    expect([await sees(bea, carl), await sees(carl, bea)]).toEqual([true, true]);
  });

  it("returns the same to concurrent callers as to each alone", async () => {
    const women = { gender: "woman", country: "NL" };
    const people: { person: Person; liked: string[]; blocked: string }[] = [];
    for (const name of ["dana", "emil", "fred", "gus"]) {
      const person = await join(test, `${name}.at.once`);
      const [first, second, third] = (await search(women, person)).results.slice(people.length).map(({ id }) => id);
      for (const id of [first!, second!]) await person.call(LikesApi.like, { body: { id } });
      await person.call(BlockApi.block, { body: { id: third! } });
      people.push({ person, liked: [first!, second!], blocked: third! });
    }
    const answers = await Promise.all([...people, ...people].map(({ person }) => search(women, person)));
    for (const [at, { results }] of answers.entries()) {
      const { liked, blocked } = people[at % people.length]!;
      expect(new Set(results.flatMap((card) => (card.liked ? [card.id] : [])))).toEqual(new Set(liked));
      expect(results.map(({ id }) => id)).not.toContain(blocked);
    }
  });

  // spec: 6.visitor-search
  it("is open to visitors only if the site allows it", async () => {
    const visitor = test.client();
    expect((await visitor.call(SearchApi.list, { query: {} })).body.results).toHaveLength(24);
    await changeSite(test.app, 1, { logged_out_search: false });
    expect((await visitor.call(SearchApi.list, { query: {} })).body.authentication_required).toBe(true);
    expect((await visitor.call(MemberApi.read, { query: { id: anna.id } })).body.authentication_required).toBe(true);
    await changeSite(test.app, 1, { logged_out_search: true });
  });

  it("never returns more of a member than a card contains", async () => {
    const { results } = await search({});
    const keys = new Set(results.flatMap((card) => Object.keys(card)));
    expect([...keys].sort()).toEqual(
      [
        "age",
        "city",
        "country",
        "countryregion",
        "fictional",
        "gender",
        "id",
        "liked",
        "main_image",
        "name",
        "online",
      ].sort(),
    );
  });
});

describe("suggestions for a new member", () => {
  const matches = async (person: Person) => (await person.call(SignupMatchesApi.list)).body.profiles;

  /** The reference implementation: both look for the other, in gender and age. */
  async function fittingEachOther(person: Person): Promise<Set<string>> {
    const { rows } = await test.app.db.raw(
      `select o.id from members m
         join member_details d on d.site_id = m.site_id and d.member_id = m.id
         join members o on o.site_id = m.site_id and o.id <> m.id
         join member_details e on e.site_id = o.site_id and e.member_id = o.id
         join member_search s on s.site_id = o.site_id and s.member_id = o.id
        where m.site_id = 1 and m.id = $1
          and m.looking_for & (1 << (o.gender - 1)) <> 0 and o.looking_for & (1 << (m.gender - 1)) <> 0
          and extract(year from age($2::date, o.date_of_birth)) between d.seek_min_age and d.seek_max_age
          and extract(year from age($2::date, m.date_of_birth)) between e.seek_min_age and e.seek_max_age`,
      [person.number, test.app.clock.iso().slice(0, 10)],
    );
    return new Set(rows.map((row) => test.app.ids.encode("member", Number((row as { id: number }).id))));
  }

  it("are up to twelve mutual matches, of their own country first", async () => {
    const dora = await join(test, "dora", { form: { name: "Dora of the test", country: "DE" } });
    const found = await matches(dora);
    const truth = await fittingEachOther(dora);
    expect(found.length).toBe(Math.min(12, truth.size));
    expect(found.filter(({ id }) => !truth.has(id))).toEqual([]);
    const abroad = found.findIndex(({ country }) => country !== "DE");
    if (abroad >= 0) expect(found.slice(abroad).filter(({ country }) => country === "DE")).toEqual([]);
  });

  it("exclude members who are liked or blocked, either way", async () => {
    const ella = await join(test, "ella", { form: { name: "Ella of the test" } });
    const [first, second] = await matches(ella);
    await ella.call(LikesApi.like, { body: { id: first!.id } });
    await ella.call(BlockApi.block, { body: { id: second!.id } });
    const ids = (await matches(ella)).map(({ id }) => id);
    expect(ids).not.toContain(first!.id);
    expect(ids).not.toContain(second!.id);
  });
});
