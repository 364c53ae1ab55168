/**
 * A set of small whole numbers, one bit for each, so that thirty-two are compared at a time. Sets that are combined have
 * the same capacity, and the one whose method is called changes in place; `copy` and `widened` return new sets.
 */
export class Bitmap {
  readonly words: Uint32Array;

  constructor(capacity: number) {
    this.words = new Uint32Array(Math.ceil(capacity / 32));
  }

  has(n: number): boolean {
    return (this.words[n >>> 5]! & (1 << (n & 31))) !== 0;
  }

  add(n: number): void {
    this.words[n >>> 5]! |= 1 << (n & 31);
  }

  remove(n: number): void {
    this.words[n >>> 5]! &= ~(1 << (n & 31));
  }

  clear(): void {
    this.words.fill(0);
  }

  intersect(other: Bitmap): void {
    const { words } = this;
    const others = other.words;
    for (let word = 0; word < words.length; word++) words[word]! &= others[word]!;
  }

  subtract(other: Bitmap): void {
    const { words } = this;
    const others = other.words;
    for (let word = 0; word < words.length; word++) words[word]! &= ~others[word]!;
  }

  /** Intersection with the union of the others. */
  intersectAny(others: readonly Bitmap[]): void {
    const { words } = this;
    const sets = others.map((other) => other.words);
    for (let word = 0; word < words.length; word++) {
      if (words[word] === 0) continue;
      let any = 0;
      for (const set of sets) any |= set[word]!;
      words[word]! &= any;
    }
  }

  /** The predicate is called for numbers of the set only. */
  retainWhere(passes: (n: number) => boolean): void {
    const { words } = this;
    for (let word = 0; word < words.length; word++) {
      let bits = words[word]!;
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        if (!passes((word << 5) + 31 - Math.clz32(bit))) words[word]! ^= bit;
      }
    }
  }

  /** In ascending order. */
  forEach(visit: (n: number) => void): void {
    const { words } = this;
    for (let word = 0; word < words.length; word++) {
      let bits = words[word]!;
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        visit((word << 5) + 31 - Math.clz32(bit));
      }
    }
  }

  count(): number {
    const { words } = this;
    let total = 0;
    for (let word = 0; word < words.length; word++) {
      let n = words[word]!;
      n -= (n >>> 1) & 0x55555555;
      n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
      total += Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    return total;
  }

  copy(): Bitmap {
    return this.widened(this.words.length * 32);
  }

  /** The same numbers, with room for more. */
  widened(capacity: number): Bitmap {
    const wider = new Bitmap(capacity);
    wider.words.set(this.words);
    return wider;
  }
}
