/**
 * The search index of a site: numbers in typed arrays, choices as bitmaps (decision 011). A member has one position,
 * and keeps it when hidden from search: then only its bit in `findable` is cleared.
 */

import { Bitmap } from "../../../kernel/bitmap.ts";
import { CHOICES, type Choice, type ChoiceName } from "../../members/indexing/rules.ts";
import type { IndexRow } from "./tables.ts";

/** Members born before these years are counted in the first one, those born after them in the last. */
const FIRST_YEAR = 1906;
const LAST_YEAR = 2045;
const DAY_MS = 86_400_000;
const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();
const withinYears = (year: number) => Math.min(LAST_YEAR + 1, Math.max(FIRST_YEAR, year));

/** Whether a member has a value (from 0) of a choice. */
const HAS: Record<Choice["holds"], (held: number | boolean, value: number) => boolean> = {
  flag: (held) => held === true,
  number: (held, value) => held === value + 1,
  // more values than the 32 bits of "&"
  set: (held, value) => Math.floor(Number(held) / 2 ** value) % 2 === 1,
};
const choices = Object.entries(CHOICES) as [ChoiceName, Choice][];

export interface SearchIndex {
  /** Used positions, and how many of them were added in the order of ids, by the first load. */
  size: number;
  sorted: number;
  findable: Bitmap;
  /** Active since `recentFrom`: the first pages are found among these. */
  recent: Bitmap;
  recentFrom: number;
  choices: Record<ChoiceName, Bitmap[]>;
  /** Born before the first of January of FIRST_YEAR + n: a range of years is one bitmap minus another. */
  bornBefore: Bitmap[];
  ids: Float64Array;
  lastActive: Float64Array;
  born: Int32Array;
  regions: Uint16Array;
  cells: Int32Array;
  seekMin: Uint8Array;
  seekMax: Uint8Array;
  /** Positions of members added after the first load. */
  later: Map<number, number>;
}

export function openIndex(capacity: number, recentFrom: number): SearchIndex {
  const room = Math.max(1_024, Math.ceil(capacity / 32) * 32);
  const bitmaps = (size: number) => Array.from({ length: size }, () => new Bitmap(room));
  return {
    size: 0,
    sorted: 0,
    findable: new Bitmap(room),
    recent: new Bitmap(room),
    recentFrom,
    choices: Object.fromEntries(choices.map(([name, { size }]) => [name, bitmaps(size)])) as SearchIndex["choices"],
    bornBefore: bitmaps(LAST_YEAR - FIRST_YEAR + 2),
    ids: new Float64Array(room),
    lastActive: new Float64Array(room),
    born: new Int32Array(room),
    regions: new Uint16Array(room),
    cells: new Int32Array(room),
    seekMin: new Uint8Array(room),
    seekMax: new Uint8Array(room),
    later: new Map(),
  };
}

/** The bitmap of a value; undefined for a number that is none. Values are numbered from 1, as in the rows. */
export const withValue = (index: SearchIndex, name: ChoiceName, value: number): Bitmap | undefined =>
  index.choices[name][value - 1];

/** A member's position; -1 for one who is not in the index. */
export function positionOf({ ids, sorted, later }: SearchIndex, id: number): number {
  let [low, high] = [0, sorted - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ids[middle]!;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return later.get(id) ?? -1;
}

/** Inserts or updates a member. `loading`: rows arrive in the order of ids in an empty index. */
export function put(index: SearchIndex, row: IndexRow, loading = false): void {
  const known = loading ? -1 : positionOf(index, row.id);
  if (row.last_active === null) {
    if (known >= 0) index.findable.remove(known);
    return;
  }
  const at = known >= 0 ? known : newPosition(index, row.id, loading);
  index.findable.add(at);
  index.lastActive[at] = row.last_active;
  if (row.last_active >= index.recentFrom) index.recent.add(at);
  index.born[at] = row.born;
  index.regions[at] = row.region;
  index.cells[at] = row.cell;
  index.seekMin[at] = row.seek_min_age;
  index.seekMax[at] = row.seek_max_age;
  // The bitmaps of a new position are empty.
  const mark = (set: Bitmap, has: boolean) => {
    if (has) set.add(at);
    else if (known >= 0) set.remove(at);
  };
  for (const [name, { size, holds }] of choices) {
    const bitmaps = index.choices[name];
    for (let value = 0; value < size; value++) mark(bitmaps[value]!, HAS[holds](row[name], value));
  }
  const year = Math.min(LAST_YEAR, withinYears(yearOf(row.born)));
  for (const [n, set] of index.bornBefore.entries()) mark(set, year < FIRST_YEAR + n);
}

function newPosition(index: SearchIndex, id: number, loading: boolean): number {
  if (index.size === index.ids.length) grow(index);
  const at = index.size++;
  index.ids[at] = id;
  if (loading) index.sorted = index.size;
  else index.later.set(id, at);
  return at;
}

/** A member was active, later than was known. */
export function noteActive(index: SearchIndex, id: number, lastActive: number): void {
  const at = positionOf(index, id);
  if (at < 0 || index.lastActive[at]! >= lastActive) return;
  index.lastActive[at] = lastActive;
  if (lastActive >= index.recentFrom) index.recent.add(at);
}

/** "Recent" begins at this moment from now on. */
export function moveRecent(index: SearchIndex, from: number): void {
  index.recentFrom = from;
  index.recent = index.findable.copy();
  index.recent.retainWhere((at) => index.lastActive[at]! >= from);
}

/** Filters `matches` to those born between two days (days since 1970), inclusive. */
export function filterByBirthYear(
  index: SearchIndex,
  matches: Bitmap,
  { from, to }: { from: number; to: number },
): void {
  if (from > to) return void matches.clear();
  const bornBefore = (year: number) => index.bornBefore[withinYears(year) - FIRST_YEAR]!;
  const [first, last] = [yearOf(from), yearOf(to)];
  // Whole years by bitmaps; then, of the years at both ends, day by day.
  matches.intersect(bornBefore(last + 1));
  matches.subtract(bornBefore(first));
  const { born } = index;
  const { words } = matches;
  const [afterFirst, beforeLast] = [bornBefore(first + 1).words, bornBefore(last).words];
  for (let word = 0; word < words.length; word++) {
    let bits = words[word]! & (afterFirst[word]! | ~beforeLast[word]!);
    while (bits !== 0) {
      const bit = bits & -bits;
      bits ^= bit;
      const day = born[(word << 5) + 31 - Math.clz32(bit)]!;
      if (day < from || day > to) words[word]! ^= bit;
    }
  }
}

/** Removes members from the matches; returns how many were removed. */
export function exclude(index: SearchIndex, matches: Bitmap, ids: Iterable<number>): number {
  let left = 0;
  for (const id of ids) {
    const at = positionOf(index, id);
    if (at < 0 || !matches.has(at)) continue;
    matches.remove(at);
    left++;
  }
  return left;
}

/** Memory of the index in bytes. */
export function sizeOf(index: SearchIndex): number {
  const { findable, recent, ids, lastActive, born, regions, cells, seekMin, seekMax } = index;
  const arrays = [ids, lastActive, born, regions, cells, seekMin, seekMax];
  const bitmaps = [findable, recent, ...Object.values(index.choices).flat(), ...index.bornBefore];
  return [...arrays, ...bitmaps.map(({ words }) => words)].reduce((bytes, { byteLength }) => bytes + byteLength, 0);
}

function grow(index: SearchIndex): void {
  const room = Math.ceil((index.ids.length * 1.25) / 32) * 32;
  const copied = <T extends Float64Array | Int32Array | Uint16Array | Uint8Array>(old: T, wider: T): T => {
    wider.set(old);
    return wider;
  };
  const wide = (set: Bitmap) => set.widened(room);
  index.findable = wide(index.findable);
  index.recent = wide(index.recent);
  for (const [name] of choices) index.choices[name] = index.choices[name].map(wide);
  index.bornBefore = index.bornBefore.map(wide);
  index.ids = copied(index.ids, new Float64Array(room));
  index.lastActive = copied(index.lastActive, new Float64Array(room));
  index.born = copied(index.born, new Int32Array(room));
  index.regions = copied(index.regions, new Uint16Array(room));
  index.cells = copied(index.cells, new Int32Array(room));
  index.seekMin = copied(index.seekMin, new Uint8Array(room));
  index.seekMax = copied(index.seekMax, new Uint8Array(room));
}
