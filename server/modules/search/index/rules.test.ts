import { INTERESTS } from "@serenade/contract/interests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bitmap } from "../../../kernel/bitmap.ts";
import { newestOf } from "../ranking/rules.ts";
import { exclude, filterByBirthYear, moveRecent, noteActive, openIndex, put, sizeOf, withValue } from "./rules.ts";
import type { IndexRow } from "./tables.ts";

const NOW = 1_750_000_000_000;
const HOUR = 3_600_000;
const moment = fc.integer({ min: NOW - 5 * HOUR, max: NOW });
const row = fc.record<IndexRow>({
  id: fc.integer({ min: 1, max: 60 }).map((n) => n * 1_000_003),
  last_active: fc.option(moment, { freq: 5 }),
  born: fc.integer({ min: -20_000, max: 14_000 }),
  gender: fc.integer({ min: 1, max: 3 }),
  country: fc.integer({ min: 1, max: 5 }),
  region: fc.nat(3),
  cell: fc.nat(3),
  photo: fc.boolean(),
  looking_for: fc.integer({ min: 1, max: 7 }),
  seek_min_age: fc.integer({ min: 18, max: 40 }),
  seek_max_age: fc.integer({ min: 41, max: 99 }),
  interests: fc.integer({ min: 0, max: 2 ** INTERESTS.length - 1 }),
  languages: fc.integer({ min: 0, max: 2 ** 20 - 1 }),
});
const change = fc.oneof(
  { weight: 5, arbitrary: row.map((row) => ({ row })) },
  { weight: 1, arbitrary: fc.record({ id: row.map(({ id }) => id), at: moment }) },
);

describe("the search index", () => {
  it("contains the last version of a row, whether it was loaded or updated", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { selector: ({ id }) => id }),
        fc.array(change),
        fc.tuple(fc.integer({ min: -20_000, max: 14_000 }), fc.nat(20_000)),
        fc.integer({ min: 1, max: 30 }),
        (loaded, changes, [from, span], limit) => {
          const index = openIndex(0, NOW - HOUR);
          const truth = new Map<number, IndexRow>();
          for (const row of loaded.toSorted((one, other) => one.id - other.id)) {
            put(index, row, true);
            truth.set(row.id, row);
          }
          for (const one of changes) {
            if ("row" in one) {
              put(index, one.row);
              truth.set(one.row.id, one.row);
            } else {
              noteActive(index, one.id, one.at);
              const known = truth.get(one.id);
              if (known && known.last_active !== null)
                truth.set(one.id, { ...known, last_active: Math.max(known.last_active, one.at) });
            }
          }
          moveRecent(index, NOW - 2 * HOUR);
          const found = [...truth.values()].filter(({ last_active }) => last_active !== null);
          expect(index.findable.count()).toBe(found.length);

          const idsOf = (matches: Bitmap) => {
            const ids: number[] = [];
            matches.forEach((at) => void ids.push(index.ids[at]!));
            return ids.sort((one, other) => one - other);
          };
          const right = (passes: (row: IndexRow) => boolean) =>
            found
              .filter(passes)
              .map(({ id }) => id)
              .sort((one, other) => one - other);
          const among = (set: Bitmap | undefined) => {
            const matches = index.findable.copy();
            matches.intersect(set!);
            return idsOf(matches);
          };
          expect(among(withValue(index, "country", 2))).toEqual(right(({ country }) => country === 2));
          expect(among(withValue(index, "looking_for", 3))).toEqual(
            right((row) => (Number(row.looking_for) & 4) !== 0),
          );
          const last = INTERESTS.length;
          const bit = 2 ** (last - 1);
          expect(among(withValue(index, "interests", last))).toEqual(right((row) => Number(row.interests) >= bit));
          expect(among(withValue(index, "photo", 1))).toEqual(right(({ photo }) => photo === true));

          const matches = index.findable.copy();
          filterByBirthYear(index, matches, { from, to: from + span });
          expect(idsOf(matches)).toEqual(right(({ born }) => born >= from && born <= from + span));

          const newest = found.toSorted((a, b) => b.last_active! - a.last_active! || b.id - a.id).map(({ id }) => id);
          expect(newestOf(index, index.findable, { limit, offset: 2 })).toEqual(newest.slice(2, 2 + limit));
          const left = index.findable.copy();
          expect(exclude(index, left, newest.slice(0, 3))).toBe(Math.min(3, newest.length));
          expect(left.count()).toBe(Math.max(0, newest.length - 3));
        },
      ),
    );
  });

  it("notes the activity of its first member, if it is later, and of nobody who is not in it", () => {
    const index = openIndex(0, NOW - HOUR);
    const sample = fc.sample(row, { numRuns: 1, seed: 7 })[0]!;
    put(index, { ...sample, id: 5, last_active: NOW - 2 * HOUR }, true);
    noteActive(index, 4, NOW);
    expect([index.lastActive[0], index.recent.count()]).toEqual([NOW - 2 * HOUR, 0]);
    noteActive(index, 5, NOW);
    noteActive(index, 5, NOW - HOUR);
    expect([index.lastActive[0], index.recent.count()]).toEqual([NOW, 1]);
  });

  it("grows with new members, and uses at most 60 bytes per member", () => {
    const index = openIndex(100_000, NOW - HOUR);
    const sample = fc.sample(row, { numRuns: 1, seed: 7 })[0]!;
    for (let id = 1; id <= 100_000; id++) put(index, { ...sample, id, last_active: NOW }, true);
    expect(sizeOf(index) / 100_000).toBeLessThan(60);
    for (let id = 100_001; id <= 130_000; id++) put(index, { ...sample, id, last_active: NOW });
    expect(index.findable.count()).toBe(130_000);
    expect(newestOf(index, index.findable, { limit: 2, offset: 0 })).toEqual([130_000, 129_999]);
  });
});
