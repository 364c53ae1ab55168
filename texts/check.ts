/**
 * Proves the texts: every locale has the keys of English, the same arguments and tags, valid ICU and all plural categories
 * of its language; every key is used somewhere; messages.d.ts is up to date. `--locales en,fr` looks at some only.
 */
import { readdirSync, readFileSync } from "node:fs";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { ERRORS } from "@serenade/contract/errors";
import { INTERESTS } from "@serenade/contract/interests";
import { LOCALES } from "@serenade/contract/locales";
import { readCatalog } from "./catalog.ts";
import { isUpToDate } from "./generate.ts";

const MASTER = "en";
/** Lists of data that a file reads whole; their length may differ from locale to locale. */
const LISTS = new Set(["icebreakers"]);
/** Their keys are values of the contract's lists, so no source spells them out. */
const OF_THE_CONTRACT = new Set(["errors", "fields", "interests", "attributes"]);
const SOURCES = ["../web/app/", "../server/", "../contract/src/"];

const asked = process.argv.find((argument) => argument.startsWith("--locales="))?.slice("--locales=".length);
const locales = asked ? asked.split(",") : LOCALES;
const problems: string[] = [];

const master = texts(MASTER);
for (const locale of locales) compare(locale);
findUnused();
findValuesWithoutWords();
if (!isUpToDate()) problems.push("messages.d.ts is older than texts/en: run `node texts/generate.ts`");

for (const problem of problems.slice(0, 200)) console.error(problem);
if (problems.length > 200) console.error(`… and ${problems.length - 200} more`);
console.log(`${master.size} texts, ${locales.length} locales, ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);

/** Full key → its arguments and tags, in one line. */
function texts(locale: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [namespace, tree] of Object.entries(readCatalog(locale))) {
    if (LISTS.has(namespace)) continue;
    for (const [key, message] of flat(tree, namespace)) {
      try {
        found.set(key, [...shapeOf(parse(message), locale, key)].sort().join(" "));
      } catch (error) {
        problems.push(`${locale} ${key}: ${(error as Error).message}`);
      }
    }
  }
  return found;
}

function compare(locale: string) {
  const own = locale === MASTER ? master : texts(locale);
  for (const list of LISTS)
    if (readCatalog(MASTER)[list] && !readCatalog(locale)[list]) problems.push(`${locale} ${list}: missing`);
  for (const [key, shape] of master) {
    if (!own.has(key)) problems.push(`${locale} ${key}: missing`);
    else if (own.get(key) !== shape) problems.push(`${locale} ${key}: takes "${own.get(key)}" instead of "${shape}"`);
  }
  for (const key of own.keys()) if (!master.has(key)) problems.push(`${locale} ${key}: not in ${MASTER}`);
}

function* flat(node: unknown, path: string): Generator<[string, string]> {
  if (typeof node === "string") yield [path, node];
  else for (const [key, value] of Object.entries(node as object)) yield* flat(value, `${path}.${key}`);
}

function shapeOf(elements: MessageFormatElement[], locale: string, key: string, shape = new Set<string>()) {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) {
      shape.add(`<${element.value}>`);
      shapeOf(element.children, locale, key, shape);
      continue;
    }
    shape.add(`{${element.value}}`);
    if (element.type === TYPE.plural) {
      const type = element.pluralType ?? "cardinal";
      for (const category of new Intl.PluralRules(locale, { type }).resolvedOptions().pluralCategories)
        if (!element.options[category]) problems.push(`${locale} ${key}: plural category "${category}" is missing`);
    }
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options)) shapeOf(option.value, locale, key, shape);
  }
  return shape;
}

/** A key is used when a source that names its namespace holds the key, or the beginning of it in a template (`status.${x}`). */
function findUnused() {
  const used = new Map<string, { whole: Set<string>; begun: Set<string> }>();
  for (const source of sources()) {
    const whole = new Set([...source.matchAll(/(["'`])((?:(?!\1)[^\\\n$]){0,120})\1/g)].map((match) => match[2]!));
    const begun = new Set([...source.matchAll(/`([\w.]*)\$\{/g)].map((match) => match[1]!));
    for (const namespace of Object.keys(readCatalog(MASTER))) {
      const named = [...whole].some((text) => text === namespace || text.startsWith(`${namespace}.`));
      if (!named && ![...begun].some((text) => text.startsWith(`${namespace}.`))) continue;
      const seen = used.get(namespace) ?? { whole: new Set(), begun: new Set() };
      for (const text of whole) seen.whole.add(text);
      for (const text of begun) seen.begun.add(text);
      used.set(namespace, seen);
    }
  }
  for (const key of master.keys()) {
    const [namespace, ...rest] = key.split(".") as [string, ...string[]];
    if (OF_THE_CONTRACT.has(namespace)) continue;
    const seen = used.get(namespace);
    if (!seen || !isSeen(seen, key, rest)) problems.push(`${MASTER} ${key}: no source uses it`);
  }
}

function isSeen(seen: { whole: Set<string>; begun: Set<string> }, key: string, rest: string[]): boolean {
  const tails = rest.map((_, at) => rest.slice(at).join("."));
  if (seen.whole.has(key) || tails.some((tail) => seen.whole.has(tail))) return true;
  return [...seen.begun].some((begin) => begin.includes(".") && [key, ...tails].some((tail) => tail.startsWith(begin)));
}

function findValuesWithoutWords() {
  const needed = [
    ...Object.keys(ERRORS).map((code) => `errors.${code}`),
    ...INTERESTS.map((name) => `interests.${name}`),
  ];
  for (const key of needed) if (!master.has(key)) problems.push(`${MASTER} ${key}: missing`);
}

function* sources(): Generator<string> {
  for (const folder of SOURCES) {
    const root = new URL(folder, import.meta.url);
    for (const name of readdirSync(root, { recursive: true }) as string[])
      if (/\.tsx?$/.test(name) && !/\.d\.ts$|node_modules/.test(name)) yield readFileSync(new URL(name, root), "utf8");
  }
}
