import { readdirSync, readFileSync } from "node:fs";

/** Their keys are values of the contract's lists, so no source contains them. */
const OF_THE_CONTRACT = new Set(["errors", "fields", "interests", "attributes"]);
const SOURCES = ["../../web/app/", "../../server/", "../../contract/src/"];

interface Seen {
  whole: Set<string>;
  begun: Set<string>;
}

/** Unused keys. A key is used if a source with its namespace contains it, or its prefix in a template (`status.${x}`). */
export function unusedKeys(keys: Iterable<string>, namespaces: readonly string[]): string[] {
  const used = usedIn(namespaces);
  return [...keys].filter((key) => {
    const [namespace = "", ...rest] = key.split(".");
    if (OF_THE_CONTRACT.has(namespace)) return false;
    const seen = used.get(namespace);
    return !seen || !isSeen(seen, key, rest);
  });
}

function usedIn(namespaces: readonly string[]): Map<string, Seen> {
  const used = new Map<string, Seen>();
  for (const source of sources()) {
    const whole = new Set([...source.matchAll(/(["'`])((?:(?!\1)[^\\\n$]){0,120})\1/g)].map((match) => match[2]!));
    const begun = new Set([...source.matchAll(/`([\w.]*)\$\{/g)].map((match) => match[1]!));
    for (const namespace of namespaces) {
      const named = [...whole].some((text) => text === namespace || text.startsWith(`${namespace}.`));
      if (!named && ![...begun].some((text) => text.startsWith(`${namespace}.`))) continue;
      const seen = used.get(namespace) ?? { whole: new Set(), begun: new Set() };
      for (const text of whole) seen.whole.add(text);
      for (const text of begun) seen.begun.add(text);
      used.set(namespace, seen);
    }
  }
  return used;
}

function isSeen(seen: Seen, key: string, rest: string[]): boolean {
  const tails = rest.map((_, at) => rest.slice(at).join("."));
  if (seen.whole.has(key) || tails.some((tail) => seen.whole.has(tail))) return true;
  return [...seen.begun].some((begin) => begin.includes(".") && [key, ...tails].some((tail) => tail.startsWith(begin)));
}

function* sources(): Generator<string> {
  for (const folder of SOURCES) {
    const root = new URL(folder, import.meta.url);
    for (const name of readdirSync(root, { recursive: true }) as string[])
      if (/\.tsx?$/.test(name) && !/\.d\.ts$|node_modules/.test(name)) yield readFileSync(new URL(name, root), "utf8");
  }
}
