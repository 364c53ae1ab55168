/**
 * Values about members that the process keeps for a while, so that a poll asks no database. Each belongs to an owner; whatever
 * changes something of an owner says so on the bus (kernel/live.ts), here and in every other process, and what was kept is
 * not used again. While the bus cannot be trusted to have brought everything, nothing is kept.
 */
import type { Bus } from "./bus.ts";

export interface Kept<T> {
  /** The kept value, or what `load` finds. Null is never kept. */
  get(key: string | number, load: () => Promise<T | null>): T | Promise<T | null>;
  /** The kept value, or null: nothing is asked for. */
  peek(key: string | number): T | null;
  /** Something of this owner has changed. */
  forget(owner: number): void;
  clear(): void;
}

export interface KeptOptions<T> {
  ownerOf(value: T): number;
  /** How long at most, should a word on the bus be lost without notice. */
  ms: number;
  /** How many at most; the ones not asked for since longest go first. */
  most: number;
}

interface Entry<T> {
  value: T;
  owner: number;
  /** The count of changes when its loading began: a later change of the owner makes it worthless. */
  since: number;
  until: number;
}

export function openKept<T>(bus: Bus, { ownerOf, ms, most }: KeptOptions<T>): Kept<T> {
  let changes = 0;
  let floor = 0;
  let gaps: number | null = 0;
  const changedAt = new Map<number, number>();
  // Two generations: what is asked for moves to the young one, and the old one is dropped when the young one is full.
  let young = new Map<string | number, Entry<T>>();
  let old = new Map<string | number, Entry<T>>();

  const clear = () => {
    floor = ++changes;
    changedAt.clear();
    young.clear();
    old.clear();
  };

  const keep = (key: string | number, entry: Entry<T>) => {
    if (young.size >= most / 2) {
      old = young;
      young = new Map();
    }
    young.set(key, entry);
  };

  const find = (key: string | number): Entry<T> | undefined => {
    const entry = young.get(key) ?? old.get(key);
    if (!entry) return undefined;
    const changed = changedAt.get(entry.owner) ?? floor;
    if (changed > entry.since || entry.until < performance.now()) {
      young.delete(key);
      old.delete(key);
      return undefined;
    }
    if (!young.has(key)) keep(key, entry);
    return entry;
  };

  const load = async (key: string | number, work: () => Promise<T | null>): Promise<T | null> => {
    const since = changes;
    const value = await work();
    if (value !== null && gaps !== null)
      keep(key, { value, owner: ownerOf(value), since, until: performance.now() + ms });
    return value;
  };

  /** Whether anything is kept at this moment. */
  const keeps = (): boolean => {
    const now = bus.gaps();
    if (now !== gaps) {
      gaps = now;
      clear();
    }
    return gaps !== null;
  };

  return {
    get: (key, work) => (keeps() ? (find(key)?.value ?? load(key, work)) : work()),
    peek: (key) => (keeps() ? (find(key)?.value ?? null) : null),
    forget: (owner) => {
      if (changedAt.size >= most) clear();
      else changedAt.set(owner, ++changes);
    },
    clear,
  };
}
