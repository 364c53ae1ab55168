import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goesByYear, openPopulation, type PopulationRow } from "./rules.ts";

/** A million people as communities have them: most in their twenties and thirties, few above seventy. */
const rows: PopulationRow[] = [];
for (let year = 1930; year <= 2008; year++)
  for (const gender of [1, 2])
    for (const [country, share] of [
      [0, 1],
      [5, 0.2],
    ] as const)
      rows.push({ country, gender, year, n: Math.round(share * (year < 1956 ? 12 : 100 * (year - 1950))) });
const million = openPopulation(rows);
const page = { rows: 24, walks: 19 };
const ages = (from: number, to: number) => ({ from: `${from}-06-01`, to: `${to}-05-31` });
const everywhere = { place: "all" as const, country: 0, genders: [1] };
const within = { place: "country" as const, country: 5, genders: [1] };

describe("the way to a page", () => {
  it("leads past everybody where the age is common", () => {
    expect(goesByYear({ ...everywhere, ...ages(1985, 1995) }, page, million)).toBe(false);
    expect(goesByYear({ ...everywhere, ...ages(1999, 2002) }, page, million)).toBe(false);
    expect(goesByYear({ ...within, ...ages(1975, 2000) }, { rows: 24, walks: 1 }, million)).toBe(false);
  });

  it("leads through the years where the age is rare, however many years they are", () => {
    expect(goesByYear({ ...everywhere, ...ages(1930, 1940) }, page, million)).toBe(true);
    expect(goesByYear({ ...everywhere, ...ages(1900, 1950) }, page, million)).toBe(true);
    expect(goesByYear({ ...within, ...ages(1900, 1950) }, { rows: 24, walks: 1 }, million)).toBe(true);
  });

  it("leads past everybody on a small or unknown site", () => {
    const few = openPopulation(rows.map((row) => ({ ...row, n: Math.ceil(row.n / 10_000) })));
    for (const population of [few, openPopulation([])])
      expect(goesByYear({ ...everywhere, ...ages(1930, 2008) }, page, population)).toBe(false);
  });

  it("that leads through the years still does when fewer are of the age", () => {
    const of = (n: number, others: number) =>
      openPopulation([
        { country: 5, gender: 1, year: 1960, n },
        { country: 5, gender: 1, year: 1990, n: others },
      ]);
    const wanted = fc.integer({ min: 1, max: 2_400 });
    fc.assert(
      fc.property(wanted, fc.nat(100_000), fc.nat(100_000), fc.nat(1_000_000), (rows, one, two, others) => {
        const [few, many] = [rows + Math.min(one, two), rows + Math.max(one, two)];
        const ways = [few, many].map((n) =>
          goesByYear({ ...within, ...ages(1960, 1960) }, { rows, walks: 1 }, of(n, others)),
        );
        expect(ways[0] || !ways[1]).toBe(true);
      }),
    );
  });
});
