import { GENDERS } from "@serenade/contract/attributes";
import { ONLINE_SECONDS } from "@serenade/contract/limits";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ageOn, birthRange, genderBits, gendersOf, isOnline, nameKey } from "./rules.ts";

const date = fc
  .date({ min: new Date("1930-01-01"), max: new Date("2015-12-31"), noInvalidDate: true })
  .map((one) => one.toISOString().slice(0, 10));
const today = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
  .map((one) => one.toISOString());

describe("ages", () => {
  it("are whole years", () => {
    expect(ageOn("1990-05-05", "2026-05-04T23:59:59Z")).toBe(35);
    expect(ageOn("1990-05-05", "2026-05-05T00:00:00Z")).toBe(36);
    expect(ageOn("2004-02-29", "2026-02-28T12:00:00Z")).toBe(21);
    expect(ageOn("2004-02-29", "2026-03-01T00:00:00Z")).toBe(22);
  });

  it("and ranges of birth dates agree for every birth date, range and day", () => {
    fc.assert(
      fc.property(
        date,
        today,
        fc.integer({ min: 18, max: 99 }),
        fc.integer({ min: 18, max: 99 }),
        (born, now, one, two) => {
          const [min, max] = [Math.min(one, two), Math.max(one, two)];
          const { from, to } = birthRange(min, max, now);
          const age = ageOn(born, now);
          expect(born >= from && born <= to).toBe(age >= min && age <= max);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("sets of genders", () => {
  it("survive being bits", () => {
    fc.assert(
      fc.property(fc.subarray([...GENDERS], { minLength: 1 }), (set) => {
        expect(gendersOf(genderBits(set))).toEqual(set);
      }),
    );
  });
});

describe("names", () => {
  it("are the same whatever their case, width and spaces", () => {
    expect(nameKey("  Ａnna   B ")).toBe(nameKey("anna b"));
  });
});

describe("online", () => {
  it("is who was active in the last minutes, however the time is written", () => {
    const asDatabase = (ms: number) =>
      new Date(ms)
        .toISOString()
        .replace("T", " ")
        .replace(/\.?0*Z$/, "+00");
    const times = fc.integer({ min: Date.UTC(2000), max: Date.UTC(2060) });
    const ago = fc.oneof(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: -86_400_000, max: 86_400_000 }));
    fc.assert(
      fc.property(times, ago, (now, near) => {
        const active = now - ONLINE_SECONDS * 1000 + near;
        for (const text of [asDatabase(active), new Date(active).toISOString()])
          expect(isOnline(text, new Date(now)), text).toBe(near > 0);
      }),
    );
    expect(isOnline(null, new Date())).toBe(false);
  });
});
