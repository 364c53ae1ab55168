/**
 * Seeded random numbers: every member of the demo community is a pure function of its number, so a database of 600 and
 * one of a million begin with the same people. Not for secrets.
 */
export type Random = {
  /** [0, 1) */
  next(): number;
  /** An integer, both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One key of { key: weight }; weights need not add up to anything. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K;
  /** `count` different values in random order, or all when there are fewer. */
  sample<T>(list: readonly T[], count: number): T[];
};

/** A separate stream for each (number, purpose): a new draw for one purpose leaves the others unchanged. */
export function randomOf(number: number, purpose: string): Random {
  let state = hash(purpose) ^ Math.imul(number + 1, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick,
    weighted: (weights) => pickWeighted(weights, next()),
    sample: (list, count) => sample(list, count, next),
  };
}

function pickWeighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>, at: number): K {
  const keys = Object.keys(weights) as K[];
  let total = 0;
  for (const key of keys) total += weights[key]!;
  let left = at * total;
  for (const key of keys) {
    left -= weights[key]!;
    if (left < 0) return key;
  }
  return keys.at(-1)!;
}

function sample<T>(list: readonly T[], count: number, next: () => number): T[] {
  const rest = [...list];
  const taken: T[] = [];
  while (taken.length < count && rest.length > 0) {
    const at = Math.floor(next() * rest.length);
    taken.push(rest[at]!);
    rest[at] = rest.at(-1)!;
    rest.pop();
  }
  return taken;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h;
}
