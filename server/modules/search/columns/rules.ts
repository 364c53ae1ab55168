/**
 * Everybody who can be found on a site, in columns: typed arrays by slot for what is compared, and a set of bits for each thing that
 * one has or has not. A search of any mix is then a few words of bits "and" one another (decision 011). One slot per member; who
 * leaves keeps the slot and loses the bit ALIVE.
 */
import { GENDERS, LANGUAGES } from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { COUNTRIES } from "@serenade/contract/locales";
import type { ColumnRow } from "./tables.ts";

const ALIVE = 0;
/** Active since `recentFrom`: the first pages are found among these. */
const RECENT = 1;
const PHOTO = 2;
const GENDER = 3;
const LOOKING = GENDER + GENDERS.length;
const COUNTRY = LOOKING + GENDERS.length;
const LANGUAGE = COUNTRY + COUNTRIES.length;
const INTEREST = LANGUAGE + LANGUAGES.length;
const BORN = INTEREST + INTERESTS.length;
/** Who is older or younger than these years of birth is counted with the first or the last. */
const FIRST_YEAR = 1906;
const LAST_YEAR = 2045;
const SETS = BORN + LAST_YEAR - FIRST_YEAR + 2;

export interface Columns {
  /** Slots in use, and how many of them are in the order of ids, from the first loading. */
  size: number;
  sorted: number;
  ids: Float64Array;
  active: Float64Array;
  born: Int32Array;
  regions: Uint16Array;
  cells: Int32Array;
  seekMin: Uint8Array;
  seekMax: Uint8Array;
  sets: Uint32Array[];
  /** Slots of those who came later. */
  later: Map<number, number>;
  /** Slots by cell, some of them of members who have moved on. */
  inCell: Map<number, number[]>;
  recentFrom: number;
  /** Sets that searches have made of these, until something changes. */
  kept: Map<string, Uint32Array>;
}

export function openColumns(capacity: number, recentFrom: number): Columns {
  const room = Math.max(1_024, Math.ceil(capacity / 32) * 32);
  return {
    size: 0,
    sorted: 0,
    ids: new Float64Array(room),
    active: new Float64Array(room),
    born: new Int32Array(room),
    regions: new Uint16Array(room),
    cells: new Int32Array(room),
    seekMin: new Uint8Array(room),
    seekMax: new Uint8Array(room),
    sets: Array.from({ length: SETS }, () => new Uint32Array(room / 32)),
    later: new Map(),
    inCell: new Map(),
    recentFrom,
    kept: new Map(),
  };
}

const set = (columns: Columns, at: number): Uint32Array => columns.sets[at]!;
export const everybodyIn = (columns: Columns) => set(columns, ALIVE);
export const recentIn = (columns: Columns) => set(columns, RECENT);
export const withPhoto = (columns: Columns) => set(columns, PHOTO);
export const ofGender = (columns: Columns, gender: number) => set(columns, GENDER + gender - 1);
export const lookingFor = (columns: Columns, gender: number) => set(columns, LOOKING + gender - 1);
/** Null for a number that is no country's. */
export const ofCountry = (columns: Columns, country: number) =>
  country >= 1 && country <= COUNTRIES.length ? set(columns, COUNTRY + country - 1) : null;
export const speaking = (columns: Columns, language: number) => set(columns, LANGUAGE + language - 1);
export const likingTo = (columns: Columns, interest: number) => set(columns, INTEREST + interest - 1);
/** Born before the first of January of a year. */
export const bornBefore = (columns: Columns, year: number) => set(columns, BORN + withinYears(year) - FIRST_YEAR);
const withinYears = (year: number) => Math.min(LAST_YEAR + 1, Math.max(FIRST_YEAR, year));

/** Where a member stands; -1 for nobody. */
export function slotOf({ ids, sorted, later }: Columns, id: number): number {
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

/** Takes a member in, or what has changed of them. The first loading comes in the order of ids, so that it needs no other index. */
export function put(columns: Columns, row: ColumnRow, loading = false): void {
  let slot = loading ? -1 : slotOf(columns, row.id);
  if (slot < 0) {
    if (columns.size === columns.ids.length) grow(columns);
    slot = columns.size++;
    columns.ids[slot] = row.id;
    columns.cells[slot] = 0;
    if (loading) columns.sorted = columns.size;
    else columns.later.set(row.id, slot);
  }
  columns.active[slot] = row.active;
  columns.born[slot] = row.born;
  columns.regions[slot] = row.region;
  columns.seekMin[slot] = row.seek_min_age;
  columns.seekMax[slot] = row.seek_max_age;
  if (row.cell !== columns.cells[slot]) moveTo(columns, slot, row.cell);
  mark(columns, slot, row);
}

/** Sets and takes away every bit of a member. */
function mark(columns: Columns, slot: number, row: ColumnRow): void {
  const word = slot >>> 5;
  const bit = 1 << (slot & 31);
  const say = (at: number, yes: boolean) => {
    const words = columns.sets[at]!;
    if (yes) words[word]! |= bit;
    else words[word]! &= ~bit;
  };
  say(ALIVE, true);
  say(RECENT, row.active >= columns.recentFrom);
  say(PHOTO, row.photo);
  for (let at = 0; at < GENDERS.length; at++) {
    say(GENDER + at, row.gender === at + 1);
    say(LOOKING + at, (row.looking_for & (1 << at)) !== 0);
  }
  for (let at = 0; at < COUNTRIES.length; at++) say(COUNTRY + at, row.country === at + 1);
  // sets of more than 32 things are no job for "&"
  for (let at = 0; at < LANGUAGES.length; at++) say(LANGUAGE + at, Math.floor(row.languages / 2 ** at) % 2 === 1);
  for (let at = 0; at < INTERESTS.length; at++) say(INTEREST + at, Math.floor(row.interests / 2 ** at) % 2 === 1);
  const year = Math.min(LAST_YEAR, withinYears(row.birth_year));
  for (let at = FIRST_YEAR; at <= LAST_YEAR + 1; at++) say(BORN + at - FIRST_YEAR, year < at);
}

function moveTo(columns: Columns, slot: number, cell: number): void {
  columns.cells[slot] = cell;
  if (cell === 0) return;
  const slots = columns.inCell.get(cell);
  if (slots) slots.push(slot);
  else columns.inCell.set(cell, [slot]);
}

/** Nobody finds them any more. */
export function remove(columns: Columns, id: number): void {
  const slot = slotOf(columns, id);
  if (slot >= 0) everybodyIn(columns)[slot >>> 5]! &= ~(1 << (slot & 31));
}

/** They were here, later than was known. */
export function touch(columns: Columns, id: number, active: number): void {
  const slot = slotOf(columns, id);
  if (slot < 0 || columns.active[slot]! >= active) return;
  columns.active[slot] = active;
  if (active >= columns.recentFrom) recentIn(columns)[slot >>> 5]! |= 1 << (slot & 31);
}

/** "Recent" begins later from now on. */
export function moveRecent(columns: Columns, from: number): void {
  columns.recentFrom = from;
  const recent = recentIn(columns).fill(0);
  for (let slot = 0; slot < columns.size; slot++) {
    if (columns.active[slot]! >= from) recent[slot >>> 5]! |= 1 << (slot & 31);
  }
}

function grow(columns: Columns): void {
  const room = Math.ceil((columns.ids.length * 1.25) / 32) * 32;
  const wider = <T extends Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array>(old: T, fresh: T): T => {
    fresh.set(old);
    return fresh;
  };
  columns.ids = wider(columns.ids, new Float64Array(room));
  columns.active = wider(columns.active, new Float64Array(room));
  columns.born = wider(columns.born, new Int32Array(room));
  columns.regions = wider(columns.regions, new Uint16Array(room));
  columns.cells = wider(columns.cells, new Int32Array(room));
  columns.seekMin = wider(columns.seekMin, new Uint8Array(room));
  columns.seekMax = wider(columns.seekMax, new Uint8Array(room));
  columns.sets = columns.sets.map((words) => wider(words, new Uint32Array(room / 32)));
}
