/**
 * localStorage of one member in this browser, shared by all tabs: drafts, the outbox, the last open conversation. Logging out
 * clears it, because the next person at this device may be another member.
 */
import type { Id } from "@serenade/contract/ids";

type Member = Id<"member">;

/** Part of stored keys: changing it loses what members have stored. */
const PREFIX = "own:";
const CHANGED = "member-storage";
/** Values that localStorage refused (forbidden or full); they last as long as the page. */
const inMemory = new Map<string, string>();

const keyOf = (member: Member, name: string) => `${PREFIX}${member}:${name}`;

function read(member: Member, name: string): string | null {
  const key = keyOf(member, name);
  return inMemory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null;
}

/** `null` removes the entry. */
function write(member: Member, name: string, value: string | null): void {
  const key = keyOf(member, name);
  inMemory.delete(key);
  const stored = attempt(() => {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  });
  if (!stored && value !== null) inMemory.set(key, value);
  window.dispatchEvent(new Event(CHANGED));
}

/** The values of all entries whose name has this prefix, sorted by name. */
function list(member: Member, namePrefix: string): string[] {
  const keyPrefix = keyOf(member, namePrefix);
  const stored = attempt(() => Object.keys(localStorage)) ?? [];
  const keys = new Set([...stored, ...inMemory.keys()].filter((key) => key.startsWith(keyPrefix)));
  return [...keys].sort().flatMap((key) => inMemory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? []);
}

/** Calls back when an entry changes, in this tab or another one. */
function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  window.addEventListener("storage", changed);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener("storage", changed);
  };
}

/** Removes the entries of every member but this one; `null` (logged out) removes them all. */
function clearOthers(member: Member | null): void {
  const own = member === null ? null : keyOf(member, "");
  const isOther = (key: string) => key.startsWith(PREFIX) && (own === null || !key.startsWith(own));
  for (const key of inMemory.keys()) if (isOther(key)) inMemory.delete(key);
  for (const key of attempt(() => Object.keys(localStorage)) ?? [])
    if (isOther(key)) attempt(() => localStorage.removeItem(key));
  window.dispatchEvent(new Event(CHANGED));
}

export const memberStorage = { read, write, list, subscribe, clearOthers };

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined; // storage full or forbidden
  }
}
