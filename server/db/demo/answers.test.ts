import { LOCALES } from "@serenade/contract/locales";
import { ProfileAnswer } from "@serenade/contract/members";
import { PROMPTS } from "@serenade/contract/prompts";
import { expect, it } from "vitest";
import { answersOf } from "./answers.ts";
import { demoMember } from "./people.ts";

const NUMBERS = [...Array(2_000).keys()];

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

it("has lines for every prompt in every language, each clean and used", () => {
  for (const locale of LOCALES) {
    const lines = NUMBERS.flatMap((number) => answersOf({ number, locale, city: "Delft" }));
    expect(new Set(lines.map(({ prompt }) => prompt))).toEqual(new Set(PROMPTS));
    expect(new Set(lines.map(({ text }) => text)).size).toBe(PROMPTS.length * 16);
    for (const { text } of lines) expect(text).toMatch(/^[^\s{}](?!.*(\s[,;:]|,,|\s\s|[{}])).*[^\s,]$/);
  }
});
