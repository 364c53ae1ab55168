import { type FinderAnswers, MatchFinderApi } from "@serenade/contract/match-finder";
import { BlockApi, ProfileApi } from "@serenade/contract/members";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { refreshIndexes } from "../index/queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const ANSWERS: FinderAnswers = {
  who: ["man"],
  min_age: 30,
  max_age: 45,
  where: "NL",
  what_for: "going_out",
  interests: ["dancing", "tea", "hiking"],
};
const find = (person: Person, change: object = {}) =>
  person.call(MatchFinderApi.find, { body: { answers: { ...ANSWERS, ...change } } as never });
const man = { gender: "man", looking_for: ["woman"], date_of_birth: "1988-09-30" } as const;

describe("the match finder", () => {
  it("lists mutual matches, the best first, with reasons", async () => {
    const anna = await join(test, "anna");
    const [bram, dirk, emil] = await Promise.all([
      join(test, "bram"),
      join(test, "far", { form: { ...man, looking_for: ["woman"], country: "DE" } }),
      join(test, "emil", { form: { ...man, looking_for: ["woman"] } }),
    ]);
    await join(test, "old", { form: { ...man, looking_for: ["woman"], date_of_birth: "1960-01-01" } });
    await join(test, "notme", { form: { ...man, looking_for: ["man"] } });
    await emil.call(ProfileApi.change, { body: { interests: ["dancing", "hiking", "wine"] } });
    await refreshIndexes(test.app);
    const { results } = (await find(anna)).body;
    expect(results.map(({ profile }) => profile.name)).toEqual(["Emil", "Bram"]);
    expect(results[0]).toMatchObject({
      score: 40 + 20 + 15 + 8,
      reasons: [
        { kind: "both_ways" },
        { kind: "interests", interests: ["dancing", "hiking"] },
        { kind: "aim", interests: ["dancing", "wine"] },
        { kind: "country" },
      ],
    });
    const everywhere = (await find(anna, { where: null })).body.results.map(({ profile }) => profile.name);
    expect(everywhere).toContain(dirk.name);
    await anna.call(BlockApi.block, { body: { id: bram.id } });
    expect((await find(anna)).body.results).toHaveLength(1);
    const open = (answers: string) => anna.call(MatchFinderApi.open, { query: { find: "1", answers } });
    expect((await open(JSON.stringify(ANSWERS))).body).toEqual((await find(anna)).body);
    for (const broken of ["", "{", "null", "[]"]) expect((await open(broken)).status).toBe(400);
  });

  it("requires complete answers: up to three interests, ages in order, at least one gender", async () => {
    const dora = await join(test, "dora");
    for (const change of [
      { interests: ["dancing", "tea", "tea"] },
      { interests: ["dancing", "tea", "wine", "beer"] },
      { who: [] },
      { min_age: 40, max_age: 30 },
      { min_age: 17 },
      { where: "XX" },
      { what_for: "money" },
    ]) {
      expect([change, (await find(dora, change)).status]).toEqual([change, 400]);
    }
  });

  it("returns the questions to everyone, and the results to members only", async () => {
    const visitor = test.client();
    const { questions } = (await visitor.call(MatchFinderApi.questions)).body;
    expect(questions.interests).toMatchObject({ choose: 3 });
    expect((await visitor.call(MatchFinderApi.find, { body: { answers: ANSWERS } })).status).toBe(403);
  });
});
