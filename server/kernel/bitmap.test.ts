import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bitmap } from "./bitmap.ts";

const CAPACITY = 200;
const numbers = fc.uniqueArray(fc.nat(CAPACITY - 1)).map((list) => new Set(list));
function bitmapOf(set: Set<number>): Bitmap {
  const bits = new Bitmap(CAPACITY);
  for (const n of set) bits.add(n);
  return bits;
}
function numbersIn(bits: Bitmap): number[] {
  const found: number[] = [];
  bits.forEach((n) => void found.push(n));
  return found;
}
const ascending = (set: Iterable<number>) => [...set].sort((a, b) => a - b);

describe("a bitmap", () => {
  it("does what a set of numbers does", () => {
    fc.assert(
      fc.property(numbers, numbers, numbers, fc.nat(CAPACITY - 1), (one, two, three, n) => {
        const after = (change: (bits: Bitmap) => void) => {
          const bits = bitmapOf(one);
          change(bits);
          return numbersIn(bits);
        };
        const where = (passes: (n: number) => boolean) => ascending(one).filter(passes);
        expect(numbersIn(bitmapOf(one))).toEqual(ascending(one));
        expect(bitmapOf(one).count()).toBe(one.size);
        expect(bitmapOf(one).has(n)).toBe(one.has(n));
        expect(after((bits) => bits.remove(n))).toEqual(where((other) => other !== n));
        expect(after((bits) => bits.intersect(bitmapOf(two)))).toEqual(where((n) => two.has(n)));
        expect(after((bits) => bits.subtract(bitmapOf(two)))).toEqual(where((n) => !two.has(n)));
        expect(after((bits) => bits.intersectAny([bitmapOf(two), bitmapOf(three)]))).toEqual(
          where((n) => two.has(n) || three.has(n)),
        );
        expect(after((bits) => bits.retainWhere((n) => n % 3 === 0))).toEqual(where((n) => n % 3 === 0));
        expect(numbersIn(bitmapOf(one).widened(2 * CAPACITY))).toEqual(ascending(one));
      }),
    );
  });
});
