import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter } from "../members/rules.ts";
import { spansOf } from "./rules.ts";

const day = fc
  .date({ min: new Date("1926-01-01"), max: new Date("2010-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Which days a list of spans counts, and how often. */
function counted({ periods, days }: ReturnType<typeof spansOf>): Map<string, number> {
  const found = new Map<string, number>();
  const count = (first: string, last: string, times = 1) => {
    for (let one = first; one <= last; one = dayAfter(one)) found.set(one, (found.get(one) ?? 0) + times);
  };
  for (const [first, last] of periods) {
    if (first < 10_000) count(`${first}-01-01`, `${last}-12-31`);
    else {
      const end = new Date(Date.UTC(Math.floor(last / 100), last % 100, 0)).toISOString().slice(0, 10);
      count(`${Math.floor(first / 100)}-${String(first % 100).padStart(2, "0")}-01`, end);
    }
  }
  for (const [first, last, times] of days) count(first, last, times);
  for (const [one, times] of found) if (times === 0) found.delete(one);
  return found;
}

describe("counting between two days of birth", () => {
  it("counts every day once and no other day, with months and without", () => {
    fc.assert(
      fc.property(day, day, fc.boolean(), (one, two, months) => {
        const [from, to] = one < two ? [one, two] : [two, one];
        const found = counted(spansOf(from, to, months));
        for (let each = from; each <= to; each = dayAfter(each)) expect(found.get(each)).toBe(1);
        expect(Math.min(...found.values())).toBe(1);
        expect([...found.keys()].sort().at(0)).toBe(from);
        expect([...found.keys()].sort().at(-1)).toBe(to);
      }),
      { numRuns: 60 },
    );
  });

  it("leaves at most half a month at each edge to be counted one by one, where months are summed", () => {
    fc.assert(
      fc.property(day, day, (one, two) => {
        const [from, to] = one < two ? [one, two] : [two, one];
        const { periods, days } = spansOf(from, to, true);
        expect(periods.length).toBeLessThanOrEqual(3); // the statements have room for so many
        expect(days.length).toBeLessThanOrEqual(2);
        const inDays = periods.length === 0; // no whole month lies between them
        for (const [first, last] of days)
          expect(Date.parse(last) - Date.parse(first)).toBeLessThan((inDays ? 31 : 16) * 86_400_000);
      }),
    );
  });
});
