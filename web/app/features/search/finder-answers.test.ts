import { describe, expect, it } from "vitest";
import { answersIn, answersOf, cookieValueOf, FINDER_COOKIE, storedAnswers } from "./finder-answers.ts";

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

  it("that are invalid are listed, each with its error key", () => {
    const wrong = params("min_age=45&max_age=25&where=NL&what_for=romance&interests=tea&interests=tea");
    expect(answersOf(wrong)).toEqual({
      errors: { who: "required", max_age: "ages_crossed", interests: "up_to_three" },
    });
    expect(answersOf(params(GOOD.replace("max_age=45", "max_age=19")))).toEqual({
      errors: { max_age: "ages_crossed" },
    });
    // a value outside the closed list also has an error text
    expect(answersOf(params(GOOD.replace("man", "robot").replace("25", "old").replace("tea", "gold")))).toEqual({
      errors: { who: "invalid", min_age: "number", interests: "invalid" },
    });
  });

  it("wait in a cookie, which is believed only when it is whole", () => {
    const cookie = `other=1; ${FINDER_COOKIE}=${encodeURIComponent(cookieValueOf(params(`${GOOD}&x=1`)))}`;
    expect(storedAnswers(visit(cookie))?.toString()).toBe(GOOD);
    for (const broken of ["", `${FINDER_COOKIE}=`, `${FINDER_COOKIE}=who%3Dman`, `${FINDER_COOKIE}=%E0%A4%A`]) {
      expect(storedAnswers(visit(broken))).toBeNull();
    }
  });
});
