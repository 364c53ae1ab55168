/** A search over the columns: who matches a mix of filters, how many, and the newest of them. No database, no clock. */
import type { SearchFilter } from "@serenade/contract/search";
import {
  bornBefore,
  type Columns,
  everybodyIn,
  likingTo,
  lookingFor,
  ofCountry,
  ofGender,
  recentIn,
  slotOf,
  speaking,
  withPhoto,
} from "../columns/rules.ts";

/** Dates of birth as days since 1970, both included. */
export interface Born {
  from: number;
  to: number;
}

/** What is wanted; an empty list, 0 or null asks for nothing. */
export interface Wanted {
  gender: number;
  country: number;
  region: number;
  born: Born;
  /** Any of these cells, around one. */
  near: { middle: number; cells: number[] } | null;
  photo: boolean;
  /** Active at this moment (milliseconds) or later. */
  activeSince: number | null;
  /** At least one of each. */
  interests: number[];
  languages: number[];
  mutual: BothWays | null;
}

/** Where both have to fit: whom the one looks for (genders, ages), and who looks for somebody like them (`own` gender and age). */
export interface BothWays {
  genders: number[];
  born: Born;
  own: number;
  age: number;
}

/** One bit per slot. */
export type Matches = Uint32Array;

const DAY_MS = 86_400_000;
const yearOf = (day: number) => new Date(day * DAY_MS).getUTCFullYear();

type Column = Float64Array | Int32Array | Uint16Array | Uint8Array;

/** One filter as the set of everybody who passes it. */
export interface Part {
  filter: SearchFilter;
  set: Uint32Array;
}

/** The filters that are set, each by itself: so that a search without one of them costs no more than leaving it out. */
export function partsOf(columns: Columns, wanted: Wanted): Part[] {
  const parts: Part[] = [{ filter: "ages", set: bornBetween(columns, wanted.born) }];
  const add = (filter: SearchFilter, set: Uint32Array) => parts.push({ filter, set });
  const country = ofCountry(columns, wanted.country) ?? nobodyIn(columns);
  if (wanted.region !== 0) add("countryregion", ofRegion(columns, country, wanted.region));
  else if (wanted.country !== 0) add("country", country);
  if (wanted.region !== 0 && wanted.country !== 0) add("country", country);
  if (wanted.gender) add("gender", ofGender(columns, wanted.gender));
  if (wanted.near) add("near", inCells(columns, wanted.near));
  if (wanted.photo) add("photo", withPhoto(columns));
  if (wanted.activeSince !== null) add("online", activeAfter(columns, wanted.activeSince));
  const liking = wanted.interests.map((interest) => likingTo(columns, interest));
  if (liking.length) add("interests", anyOf(liking));
  const tongues = wanted.languages.map((language) => speaking(columns, language));
  if (tongues.length) add("languages", anyOf(tongues));
  if (wanted.mutual) add("mutual", fitting(columns, wanted.mutual));
  return parts;
}

export function isIn(columns: Columns, matches: Matches, id: number): boolean {
  const slot = slotOf(columns, id);
  return slot >= 0 && (matches[slot >>> 5]! & (1 << (slot & 31))) !== 0;
}

/** Everybody who passes all parts, as bits, and how many they are. */
export function together(columns: Columns, parts: Part[]): { matches: Matches; total: number } {
  const matches: Matches = everybodyIn(columns).slice();
  for (const { set } of parts) keepOnly(matches, set);
  let total = 0;
  for (let word = 0; word < matches.length; word++) total += bitsIn(matches[word]!);
  return { matches, total };
}

/** Those of the matches who are of a country. */
export const within = (columns: Columns, matches: Matches, country: number): Matches =>
  keepOnly(matches.slice(), ofCountry(columns, country) ?? nobodyIn(columns));

export const leavingOut = (parts: Part[], ...filters: SearchFilter[]): Part[] =>
  parts.filter(({ filter }) => !filters.includes(filter));

/** Wider and wider (product.md 4): without the region, with ages `born`, anywhere. The first is the search itself. */
export function widening(columns: Columns, parts: Part[], born: Born): Part[][] {
  const inCountry = leavingOut(parts, "countryregion");
  const wider: Part[] = [...leavingOut(inCountry, "ages"), { filter: "ages", set: bornBetween(columns, born) }];
  const steps = [parts, wider, leavingOut(wider, "country", "near")];
  return inCountry.length < parts.length ? [parts, inCountry, ...steps.slice(1)] : steps;
}

function keepOnly(matches: Matches, set: Uint32Array): Matches {
  for (let word = 0; word < matches.length; word++) matches[word]! &= set[word]!;
  return matches;
}

function anyOf([first, ...others]: Uint32Array[]): Uint32Array {
  if (!others.length) return first!;
  const any = first!.slice();
  for (const other of others) for (let word = 0; word < any.length; word++) any[word]! |= other[word]!;
  return any;
}

const nobodyIn = (columns: Columns) => new Uint32Array(everybodyIn(columns).length);

/** Takes out of a set whose value is not between two others, both included. */
function keepBetween(set: Uint32Array, values: Column, from: number, to: number): Uint32Array {
  for (let word = 0; word < set.length; word++) {
    let doubtful = set[word]!;
    while (doubtful !== 0) {
      const bit = doubtful & -doubtful;
      doubtful ^= bit;
      const value = values[(word << 5) + 31 - Math.clz32(bit)]!;
      if (value < from || value > to) set[word]! ^= bit;
    }
  }
  return set;
}

/** A set that takes some work, kept until the columns change: the same ages, regions and towns are asked for all day. */
function once(columns: Columns, name: string, work: () => Uint32Array): Uint32Array {
  let set = columns.kept.get(name);
  if (!set) {
    if (columns.kept.size >= KEPT_SETS) columns.kept.clear();
    set = work();
    columns.kept.set(name, set);
  }
  return set;
}
const KEPT_SETS = 128;

/** Whole years as they are; of the years at both ends, who was born on the days that count. */
const bornBetween = (columns: Columns, { from, to }: Born): Uint32Array =>
  once(columns, `born ${from} ${to}`, () => {
    if (from > to) return nobodyIn(columns);
    const [firstYear, lastYear] = [yearOf(from), yearOf(to)];
    const span = (first: number, last: number) => {
      const set = bornBefore(columns, last + 1).slice();
      const before = bornBefore(columns, first);
      for (let word = 0; word < set.length; word++) set[word]! &= ~before[word]!;
      return set;
    };
    const onDays = (year: number) => keepBetween(span(year, year), columns.born, from, to);
    if (firstYear === lastYear) return onDays(firstYear);
    const ends = [onDays(firstYear), onDays(lastYear)];
    return anyOf(lastYear - firstYear > 1 ? [span(firstYear + 1, lastYear - 1), ...ends] : ends);
  });

const ofRegion = (columns: Columns, country: Uint32Array, region: number): Uint32Array =>
  once(columns, `region ${region}`, () => keepBetween(country.slice(), columns.regions, region, region));

/** Who was active since, by what was known at the last look: a few seconds ago. */
const activeAfter = (columns: Columns, since: number): Uint32Array =>
  once(columns, "active", () => {
    const among = since >= columns.recentFrom ? recentIn(columns) : everybodyIn(columns);
    return keepBetween(among.slice(), columns.active, since + 1, Number.POSITIVE_INFINITY);
  });

/** Who fits the one and whom the one fits. */
export function fitting(columns: Columns, { genders, born, own, age }: BothWays): Uint32Array {
  if (!genders.length) return nobodyIn(columns);
  return once(columns, `fitting ${genders} ${born.from} ${born.to} ${own} ${age}`, () => {
    const set = bornBetween(columns, born).slice();
    keepOnly(set, lookingFor(columns, own));
    keepOnly(set, anyOf(genders.map((gender) => ofGender(columns, gender))));
    keepBetween(set, columns.seekMin, 0, age);
    return keepBetween(set, columns.seekMax, age, 255);
  });
}

function inCells(columns: Columns, { middle, cells }: NonNullable<Wanted["near"]>): Uint32Array {
  return once(columns, `near ${middle} ${cells.length}`, () => {
    const set = nobodyIn(columns);
    for (const cell of cells) {
      const slots = columns.inCell.get(cell);
      if (!slots) continue;
      for (const slot of slots) if (columns.cells[slot] === cell) set[slot >>> 5]! |= 1 << (slot & 31);
    }
    return set;
  });
}

/** Takes members out of the matches; how many were among them. */
export function leaveOut(columns: Columns, matches: Matches, ids: readonly number[]): number {
  let left = 0;
  for (const id of ids) {
    const slot = slotOf(columns, id);
    if (slot < 0) continue;
    const bit = 1 << (slot & 31);
    if ((matches[slot >>> 5]! & bit) !== 0) left++;
    matches[slot >>> 5]! &= ~bit;
  }
  return left;
}

/** Those of the matches that are not among others. */
export function without(matches: Matches, others: Matches): Matches {
  const rest = new Uint32Array(matches.length);
  for (let word = 0; word < matches.length; word++) rest[word] = matches[word]! & ~others[word]!;
  return rest;
}

/** Ids of a page of the matches: last active first, stable across pages. */
export function newestOf(
  columns: Columns,
  matches: Matches,
  { limit, offset }: { limit: number; offset: number },
): number[] {
  const many = offset + limit;
  const lately = top(columns, keepOnly(matches.slice(), recentIn(columns)), many);
  const slots = lately.length === many ? lately : top(columns, matches, many);
  return slots
    .sort((one, other) => (isNewer(columns, one, other) ? -1 : 1))
    .slice(offset)
    .map((slot) => columns.ids[slot]!);
}

const isNewer = ({ active, ids }: Columns, one: number, other: number): boolean =>
  active[one] !== active[other] ? active[one]! > active[other]! : ids[one]! > ids[other]!;

/** The newest so many, in no order: a heap with the oldest of them on top, which most of the others never enter. */
function top(columns: Columns, matches: Matches, many: number): number[] {
  const heap: number[] = [];
  const words = (columns.size + 31) >>> 5;
  const { active } = columns;
  let oldest = Number.NEGATIVE_INFINITY;
  for (let word = 0; word < words; word++) {
    let bits = matches[word]!;
    while (bits !== 0) {
      const bit = bits & -bits;
      bits ^= bit;
      const slot = (word << 5) + 31 - Math.clz32(bit);
      if (active[slot]! < oldest) continue;
      if (heap.length < many) rise(columns, heap, slot);
      else if (isNewer(columns, slot, heap[0]!)) sink(columns, heap, slot);
      if (heap.length === many) oldest = active[heap[0]!]!;
    }
  }
  return heap;
}

function rise(columns: Columns, heap: number[], slot: number): void {
  let at = heap.push(slot) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isNewer(columns, heap[parent]!, slot)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = slot;
}

function sink(columns: Columns, heap: number[], slot: number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isNewer(columns, heap[child]!, heap[child + 1]!)) child++;
    if (!isNewer(columns, slot, heap[child]!)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = slot;
}

function bitsIn(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
