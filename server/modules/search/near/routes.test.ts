/** Trilateration against the real API: fake accounts move around members and search nearby (product.md 4). */
import { ProfileApi } from "@serenade/contract/members";
import { NEAR_KM, SearchApi } from "@serenade/contract/search";
import { PlacesApi } from "@serenade/contract/site";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomOf } from "../../../db/demo/random.ts";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { CELL_MOVES_PER_DAY, cellOf, cellsAround, kilometresBetween, middleOf } from "../../members/cells/rules.ts";
import { listCities, listRegions } from "../../site/places/queries.ts";
import { refreshIndexes } from "../index/queries.ts";

const VICTIMS = 14;
const FAKES = 8;
const DAYS = 2;

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

type Position = { lat: number; lon: number };
const random = randomOf(4, "trilateration");
const towns = listRegions("en").NL.flatMap(({ code }) =>
  listCities("NL", code).map((town) => ({
    ...town,
    location: { country: "NL", countryregion: code, city: town.name },
  })),
);

const moveTo = (person: Person, location: object) => person.call(ProfileApi.change, { body: { location } as never });

/** A member whose browser sent their rounded position; the API stores only the town. */
async function settle(number: number): Promise<{ person: Person; home: Position }> {
  const person = await join(test, `victim${number}`, { form: { gender: "nonbinary", looking_for: ["man"] } });
  for (;;) {
    const town = random.pick(towns);
    const home = { lat: town.lat + (random.next() - 0.5) * 0.12, lon: town.lon + (random.next() - 0.5) * 0.2 };
    const rounded = { lat: Math.round(home.lat * 100) / 100, lon: Math.round(home.lon * 100) / 100 };
    const { body } = await test.client().call(PlacesApi.geocodePosted, { body: rounded });
    if (body.country !== "NL" || !body.city) continue;
    const { country, countryregion, city } = body;
    expect((await moveTo(person, { country, countryregion, city })).status).toBe(200);
    return { person, home };
  }
}

interface Answer {
  from: number;
  km: number;
  near: Set<string>;
}

/** Every fake account moves to as many towns as allowed and searches at every distance from each. */
async function askAround(fakes: Person[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const fake of fakes) {
    for (let move = 0; move < CELL_MOVES_PER_DAY; move++) {
      const town = random.pick(towns);
      if ((await moveTo(fake, town.location)).status !== 200) continue;
      for (const km of NEAR_KM) {
        const query = { near: String(km), gender: "nonbinary" } as never;
        const { results } = (await fake.call(SearchApi.list, { query })).body;
        answers.push({ from: cellOf(town.lat, town.lon), km, near: new Set(results.map(({ id }) => id as string)) });
      }
    }
  }
  return answers;
}

/** The best estimate from all answers, knowing the cell rule: the centre of all cells that no answer excludes. */
function guess(victim: string, answers: Answer[]): Position {
  const everywhere = new Set(cellsAround(cellOf(52.2, 5.4), 200));
  let possible = [...everywhere];
  for (const { from, km, near } of answers) {
    const around = new Set(cellsAround(from, km));
    possible = possible.filter((cell) => around.has(cell) === near.has(victim));
  }
  const middles = possible.map(middleOf);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { lat: mean(middles.map(({ lat }) => lat)), lon: mean(middles.map(({ lon }) => lon)) };
}

describe("near", () => {
  it("does not reveal where a member lives, however many fake accounts search from however many places", async () => {
    const victims: { person: Person; home: Position }[] = [];
    for (let number = 0; number < VICTIMS; number++) victims.push(await settle(number));
    const fakes: Person[] = [];
    for (let number = 0; number < FAKES; number++) fakes.push(await join(test, `fake${number}`));
    await refreshIndexes(test.app);
    const answers: Answer[] = [];
    for (let day = 0; day < DAYS; day++) {
      answers.push(...(await askAround(fakes)));
      await test.app.clock.advance(86_400);
    }
    const errors = victims
      .map(({ person, home }) => kilometresBetween(home, guess(person.id, answers)))
      .sort((a, b) => a - b);
    const median = errors[Math.floor(errors.length / 2)]!;
    console.info(
      `${answers.length} answers: the guesses are off by ${median.toFixed(1)} km (median), ${errors[0]!.toFixed(1)} km at best`,
    );
    expect(answers.length).toBeGreaterThan(150);
    expect(answers.some(({ near }) => near.size > 0 && near.size < VICTIMS)).toBe(true);
    expect(median).toBeGreaterThanOrEqual(2);
  }, 120_000);

  it("limits moves to three a day, with its own error; moves within a cell and to no town are unlimited", async () => {
    const mover = await join(test, "mover");
    const at = (city: string, countryregion: string) => moveTo(mover, { country: "NL", countryregion, city });
    expect((await at("Amsterdam", "NL-NH")).status).toBe(200);
    expect((await at("Utrecht", "NL-UT")).status).toBe(200);
    expect((await at("Rotterdam", "NL-ZH")).status).toBe(200);
    expect((await at("", "NL-ZH")).status).toBe(200);
    const refused = await at("Groningen", "NL-GR");
    expect([refused.status, refused.body.error]).toEqual([403, "place_limit"]);
    const { profile } = (await mover.call(ProfileApi.read)).body;
    expect([profile.city, profile.countryregion]).toEqual(["", "NL-ZH"]);
    await test.app.clock.advance(86_401);
    expect((await at("Groningen", "NL-GR")).status).toBe(200);
  });

  it("stores nothing finer than the cell of a town", async () => {
    const { rows } = await test.app.db.raw(
      `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_name ~ '^(lat|lon|lng|latitude|longitude|position_)'`,
    );
    expect(rows).toEqual([]);
  });

  it("is ordered by last activity, not by distance", async () => {
    const asker = await join(test, "asker", { form: { gender: "man", looking_for: ["woman"] } });
    await moveTo(asker, { country: "NL", countryregion: "NL-ZE", city: "Middelburg" });
    const [far, close] = [await join(test, "far.w"), await join(test, "close.w")];
    await moveTo(close, { country: "NL", countryregion: "NL-ZE", city: "Middelburg" });
    await moveTo(far, { country: "NL", countryregion: "NL-ZE", city: "Goes" });
    const order = async (newest: Person, other: Person) => {
      await test.app.db.raw("update member_search set last_active = $2 where member_id = $1", [
        other.number,
        test.app.clock.in(-60),
      ]);
      await test.app.db.raw("update member_search set last_active = $2 where member_id = $1", [
        newest.number,
        test.app.clock.iso(),
      ]);
      await refreshIndexes(test.app);
      const { results } = (await asker.call(SearchApi.list, { query: { near: "50", gender: "woman" } as never })).body;
      return results.map(({ id }) => id).filter((id) => id === far.id || id === close.id);
    };
    expect(await order(far, close)).toEqual([far.id, close.id]);
    await test.app.clock.advance(120);
    expect(await order(close, far)).toEqual([close.id, far.id]);
  });
});
