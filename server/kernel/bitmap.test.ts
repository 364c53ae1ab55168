import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as bitmap from "./bitmap.ts";

const CAPACITY = 200;
const numbers = fc.uniqueArray(fc.nat(CAPACITY - 1)).map((list) => new Set(list));
function bitmapOf(set: Set<number>): bitmap.Bitmap {
  const bits = bitmap.openBitmap(CAPACITY);
  for (const n of set) bitmap.add(bits, n);
  return bits;
}
function numbersIn(bits: bitmap.Bitmap): number[] {
  const found: number[] = [];
  bitmap.forEach(bits, (n) => found.push(n));
  return found;
}
const ascending = (set: Iterable<number>) => [...set].sort((a, b) => a - b);

describe("a bitmap", () => {
  it("does what a set of numbers does", () => {
    fc.assert(
      fc.property(numbers, numbers, numbers, fc.nat(CAPACITY - 1), (one, two, three, n) => {
        const after = (change: (bits: bitmap.Bitmap) => void) => {
          const bits = bitmapOf(one);
          change(bits);
          return numbersIn(bits);
        };
        const where = (passes: (n: number) => boolean) => ascending(one).filter(passes);
        expect(numbersIn(bitmapOf(one))).toEqual(ascending(one));
        expect(bitmap.count(bitmapOf(one))).toBe(one.size);
        expect(bitmap.isIn(bitmapOf(one), n)).toBe(one.has(n));
        expect(after((bits) => bitmap.remove(bits, n))).toEqual(where((other) => other !== n));
        expect(after((bits) => bitmap.intersect(bits, bitmapOf(two)))).toEqual(where((n) => two.has(n)));
        expect(after((bits) => bitmap.subtract(bits, bitmapOf(two)))).toEqual(where((n) => !two.has(n)));
        expect(after((bits) => bitmap.intersectAny(bits, [bitmapOf(two), bitmapOf(three)]))).toEqual(
          where((n) => two.has(n) || three.has(n)),
        );
        expect(after((bits) => bitmap.retainWhere(bits, (n) => n % 3 === 0))).toEqual(where((n) => n % 3 === 0));
        expect(numbersIn(bitmap.widened(bitmapOf(one), 2 * CAPACITY))).toEqual(ascending(one));
      }),
    );
  });
});
