import { INTERESTS, type Interest } from "@serenade/contract/interests";
import { describe, expect, it } from "vitest";
import { judge } from "./rules.ts";

const numbers = (...names: Interest[]) => names.map((name) => INTERESTS.indexOf(name) + 1);
const home = { country: "NL", countryregion: "NL-UT" };
const answers = { what_for: "activities", interests: ["hiking", "tea", "reading"] } as const;
const asked = { ...answers, interests: [...answers.interests] };

describe("the score of the match finder", () => {
  it("is 100 for a nearby member with all in common, with every reason, the strongest first", () => {
    const { score, reasons } = judge({ ...home, interests: numbers("hiking", "tea", "reading") }, asked, home);
    expect(score).toBe(100);
    expect(reasons).toEqual([
      { kind: "both_ways", interests: [] },
      { kind: "interests", interests: ["hiking", "tea", "reading"] },
      { kind: "aim", interests: ["hiking"] },
      { kind: "region", interests: [] },
    ]);
  });

  it("names the strongest reason first, whatever its kind", () => {
    const { score, reasons } = judge({ ...home, interests: numbers("hiking") }, asked, home);
    expect(score).toBe(80);
    expect(reasons.map(({ kind }) => kind)).toEqual(["both_ways", "aim", "region", "interests"]);
  });

  it("names only what is so", () => {
    const far = judge({ country: "SE", countryregion: "", interests: numbers("wine") }, asked, home);
    expect([far.score, far.reasons.map(({ kind }) => kind)]).toEqual([40, ["both_ways"]]);
    const country = judge({ country: "NL", countryregion: "NL-GR", interests: [] }, asked, home);
    expect([country.score, country.reasons.map(({ kind }) => kind)]).toEqual([48, ["both_ways", "country"]]);
    const nowhere = { country: "NL", countryregion: "" };
    expect(judge({ ...nowhere, interests: [] }, asked, nowhere).reasons.at(-1)?.kind).toBe("country");
  });
});
