/** The total that members.php reports, against what it lists from the first page to the last (§3 Search state). */
import { BlockApi, ProfileApi } from "@serenade/contract/members";
import { SearchApi } from "@serenade/contract/search";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "./test/app.ts";
import { join, type Person } from "./test/cast.ts";

type Query = Record<string, string>;

let test: TestApp;
let asker: Person;
let others: Person[];
beforeAll(async () => {
  test = await testApp();
  asker = await join(test, "asker", { form: { country: "BE", gender: "nonbinary", date_of_birth: "1960-05-05" } });
  others = [];
  // more than a page of each, so that the count of the first page is not read off its own end
  for (let n = 0; n < 60; n++) {
    const form = { country: n % 3 ? "NL" : "BE", gender: n % 2 ? "woman" : "man" } as const;
    const person = await join(test, `other${n}`, { form: { ...form, date_of_birth: `19${70 + (n % 30)}-03-04` } });
    if (n % 5 === 0 && form.country === "NL")
      await person.call(ProfileApi.change, {
        body: { location: { country: "NL", countryregion: "NL-NH", city: "" } } as never,
      });
    others.push(person);
  }
  await test.settle();
});
afterAll(() => test.close());

const search = async (person: Person, query: Query) =>
  (await person.call(SearchApi.list, { query: query as never })).body;

/** The total of the first page, and the number of members on all pages. */
async function totalAndListed(person: Person, query: Query) {
  const first = await search(person, query);
  const listed: string[] = [];
  for (let page = 1; ; page++) {
    const { results, numResults } = await search(person, { ...query, page: String(page) });
    expect(numResults).toBe(first.numResults);
    listed.push(...results.map(({ id }) => id));
    if (results.length === 0) break;
  }
  expect(new Set(listed).size).toBe(listed.length);
  return { said: first.numResults, listed: listed.length };
}

const QUERIES: Query[] = [
  {},
  { country: "NL" },
  { country: "BE" },
  { countryregion: "NL-NH" },
  { gender: "woman" },
  { gender: "man", country: "NL", min_age: "25", max_age: "60" },
  { languages: "en" },
];

describe("the total of a search", () => {
  it.each(QUERIES)("is what is listed, with members of a region and without: %o", async (query) => {
    const { said, listed } = await totalAndListed(asker, query);
    expect(said).toBe(listed);
  });

  it("continues counting after the first member without a region", async () => {
    const before = (await search(asker, {})).numResults;
    await join(test, "newcomer", { form: { country: "NL" } });
    await test.settle();
    expect(await totalAndListed(asker, {})).toEqual({ said: before + 1, listed: before + 1 });
  });

  it("excludes the same members as the list: across a block, in either direction", async () => {
    const before = (await search(asker, {})).numResults;
    await asker.call(BlockApi.block, { body: { id: others[0]!.id } });
    await others[1]!.call(BlockApi.block, { body: { id: asker.id } });
    expect(await totalAndListed(asker, {})).toEqual({ said: before - 2, listed: before - 2 });
    expect(await totalAndListed(asker, { gender: "woman" })).toMatchObject({ said: 30, listed: 30 });
  });

  it("is zero where the search matches the caller alone, and suggests which filter to drop", async () => {
    for (const more of [{}, { languages: "en" } as Query]) {
      const { results, numResults, relaxations } = await search(asker, { gender: "nonbinary", country: "BE", ...more });
      expect([results, numResults]).toEqual([[], 0]);
      if (!more.languages) expect(relaxations.map(({ drop }) => drop)).toEqual(["gender"]);
    }
  });
});
