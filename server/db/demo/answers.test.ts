import { SEARCH_PAGE } from "@serenade/contract/limits";
import { LOCALES } from "@serenade/contract/locales";
import { ProfileAnswer } from "@serenade/contract/members";
import { PROMPTS } from "@serenade/contract/prompts";
import { expect, it } from "vitest";
import { answersOf } from "./answers.ts";
import { demoMember } from "./people.ts";

const NUMBERS = [...Array(2_000).keys()];
/** Of a prompt: eight beginnings with eight ends each. */
const TEXTS = 64;

it("seven members in ten have one to three answers, each prompt once, as the API would accept them", () => {
  const answers = NUMBERS.map((number) => demoMember(number).answers);
  const some = answers.filter(({ length }) => length > 0);
  expect(some.length / answers.length).toBeCloseTo(0.7, 1);
  for (const one of some) {
    expect(one.length).toBeLessThanOrEqual(3);
    expect(new Set(one.map(({ prompt }) => prompt)).size).toBe(one.length);
    for (const answer of one) expect(ProfileAnswer.parse(answer)).toEqual(answer);
  }
});

it("has lines for every prompt in every language, each clean, short enough and used", () => {
  for (const locale of LOCALES) {
    const lines = [...Array(8_000).keys()].flatMap((number) => answersOf({ number, locale, city: "Delft" }));
    expect(new Set(lines.map(({ prompt }) => prompt))).toEqual(new Set(PROMPTS));
    expect(new Set(lines.map(({ text }) => text)).size).toBe(PROMPTS.length * TEXTS);
    for (const answer of lines) {
      expect(ProfileAnswer.parse(answer)).toEqual(answer);
      expect(answer.text).toMatch(/^[^\s{}](?!.*(\s[,;:]|,,|\s\s|[{}])).*[^\s,]$/);
    }
  }
});

it("of as many members as a page of the search has, no two say the same", () => {
  for (const locale of LOCALES)
    for (let first = 0; first < NUMBERS.length; first++) {
      const page = Array.from({ length: SEARCH_PAGE }, (_, at) => first + at);
      const texts = page.flatMap((number) => answersOf({ number, locale, city: "Delft" }).map(({ text }) => text));
      expect(new Set(texts).size).toBe(texts.length);
    }
});
