import { describe, expect, it } from "vitest";
import { answersIn, answersOf, KEPT_FINDER, keepable, keptAnswers } from "./finder-answers.ts";

const GOOD =
  "who=man&who=woman&min_age=25&max_age=45&where=&what_for=romance&interests=tea&interests=wine&interests=music";
const params = (text: string) => new URLSearchParams(text);
const visit = (cookie: string) => new Request("http://here/match-finder", { headers: { Cookie: cookie } });

describe("the answers of the match finder", () => {
  it("are read from an address, everything else in it left out", () => {
    expect(answersOf(params(GOOD))).toEqual({
      answers: {
        who: ["man", "woman"],
        min_age: 25,
        max_age: 45,
        where: null,
        what_for: "romance",
        interests: ["tea", "wine", "music"],
      },
    });
    expect(answersIn(params(`${GOOD}&lang=fr&again=1`)).toString()).toBe(GOOD);
  });

  it("that are not right yet are named, each with its words", () => {
    const wrong = params("min_age=45&max_age=25&where=NL&what_for=romance&interests=tea");
    expect(answersOf(wrong)).toEqual({
      wrong: { who: "required", max_age: "ages_crossed", interests: "three_interests" },
    });
    expect(answersOf(params(GOOD.replace("max_age=45", "max_age=19")))).toEqual({ wrong: { max_age: "ages_crossed" } });
    // typed by hand: what is no answer at all has words as well
    expect(answersOf(params(GOOD.replace("man", "robot").replace("25", "old").replace("tea", "gold")))).toEqual({
      wrong: { who: "invalid", min_age: "number", interests: "invalid" },
    });
  });

  it("wait in a cookie, which is believed only when it is whole", () => {
    const kept = `other=1; ${KEPT_FINDER}=${encodeURIComponent(keepable(params(`${GOOD}&x=1`)))}`;
    expect(keptAnswers(visit(kept))?.toString()).toBe(GOOD);
    for (const broken of ["", `${KEPT_FINDER}=`, `${KEPT_FINDER}=who%3Dman`, `${KEPT_FINDER}=%E0%A4%A`]) {
      expect(keptAnswers(visit(broken))).toBeNull();
    }
  });
});
