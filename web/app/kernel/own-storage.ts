/**
 * What this browser keeps for one member, across tabs, reloads and restarts: texts that were not sent, the conversation that was
 * open last. Who logs out leaves none of it behind: the next one at this device may be somebody else.
 */
import type { Id } from "@serenade/contract/ids";

type Member = Id<"member">;

const PREFIX = "own:";
const CHANGED = "own-storage";
/** Where storage is forbidden or full: this page remembers. */
const inThisPage = new Map<string, string>();

const keyOf = (member: Member, name: string) => `${PREFIX}${member}:${name}`;

export function readOwn(member: Member, name: string): string | null {
  const key = keyOf(member, name);
  return inThisPage.get(key) ?? ask(() => localStorage.getItem(key)) ?? null;
}

/** `null` forgets it. */
export function writeOwn(member: Member, name: string, value: string | null): void {
  const key = keyOf(member, name);
  inThisPage.delete(key);
  const kept = ask(() => {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  });
  if (!kept && value !== null) inThisPage.set(key, value);
  window.dispatchEvent(new Event(CHANGED));
}

/** Names that begin so, with what is kept under them. */
export function listOwn(member: Member, start: string): string[] {
  const wanted = keyOf(member, start);
  const stored = ask(() => Object.keys(localStorage)) ?? [];
  const keys = new Set([...stored, ...inThisPage.keys()].filter((key) => key.startsWith(wanted)));
  return [...keys].sort().flatMap((key) => inThisPage.get(key) ?? ask(() => localStorage.getItem(key)) ?? []);
}

/** Calls back when something was kept or forgotten, here or in another tab. */
export function watchOwn(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  window.addEventListener("storage", changed);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener("storage", changed);
  };
}

/** Everything that is kept of others than `member` goes; of everybody, when nobody is logged in. */
export function forgetOthers(member: Member | null): void {
  const own = member === null ? null : keyOf(member, "");
  const isOther = (key: string) => key.startsWith(PREFIX) && (own === null || !key.startsWith(own));
  for (const key of inThisPage.keys()) if (isOther(key)) inThisPage.delete(key);
  for (const key of ask(() => Object.keys(localStorage)) ?? [])
    if (isOther(key)) ask(() => localStorage.removeItem(key));
  window.dispatchEvent(new Event(CHANGED));
}

function ask<T>(question: () => T): T | undefined {
  try {
    return question();
  } catch {
    return undefined; // storage full or forbidden
  }
}
