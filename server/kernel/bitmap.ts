/**
 * Sets of small whole numbers, one bit for each, so that thirty-two are compared at a time. Sets that meet have one
 * length.
 */
export type Bitmap = Uint32Array;

export const openBitmap = (capacity: number): Bitmap => new Uint32Array(Math.ceil(capacity / 32));

export const isIn = (set: Bitmap, n: number): boolean => (set[n >>> 5]! & (1 << (n & 31))) !== 0;

export function add(set: Bitmap, n: number): void {
  set[n >>> 5]! |= 1 << (n & 31);
}

export function remove(set: Bitmap, n: number): void {
  set[n >>> 5]! &= ~(1 << (n & 31));
}

/** Intersection, in place. */
export function intersect(set: Bitmap, other: Bitmap): void {
  for (let word = 0; word < set.length; word++) set[word]! &= other[word]!;
}

/** Difference, in place. */
export function subtract(set: Bitmap, other: Bitmap): void {
  for (let word = 0; word < set.length; word++) set[word]! &= ~other[word]!;
}

/** Intersection with the union of the others, in place. */
export function intersectAny(set: Bitmap, others: readonly Bitmap[]): void {
  for (let word = 0; word < set.length; word++) {
    if (set[word] === 0) continue;
    let any = 0;
    for (const other of others) any |= other[word]!;
    set[word]! &= any;
  }
}

/** Filters in place; the predicate is called for members of the set only. */
export function retainWhere(set: Bitmap, passes: (n: number) => boolean): void {
  for (let word = 0; word < set.length; word++) {
    let bits = set[word]!;
    while (bits !== 0) {
      const bit = bits & -bits;
      bits ^= bit;
      if (!passes((word << 5) + 31 - Math.clz32(bit))) set[word]! ^= bit;
    }
  }
}

/** In ascending order. */
export function forEach(set: Bitmap, visit: (n: number) => void): void {
  for (let word = 0; word < set.length; word++) {
    let bits = set[word]!;
    while (bits !== 0) {
      const bit = bits & -bits;
      bits ^= bit;
      visit((word << 5) + 31 - Math.clz32(bit));
    }
  }
}

export function count(set: Bitmap): number {
  let total = 0;
  for (let word = 0; word < set.length; word++) {
    let n = set[word]!;
    n -= (n >>> 1) & 0x55555555;
    n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
    total += Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}

/** With room for more; the same numbers are in it. */
export function widened(set: Bitmap, capacity: number): Bitmap {
  const wider = openBitmap(capacity);
  wider.set(set);
  return wider;
}
