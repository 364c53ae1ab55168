/**
 * Checks the texts: every locale has the keys of English, the same arguments and tags, valid ICU, all plural categories of its
 * language and no word or sign that check/ refuses; every key is used somewhere. The static pages are compared in the same way.
 * `--locales=en,fr` checks some only.
 */
import { ERRORS } from "@serenade/contract/errors";
import { INTERESTS } from "@serenade/contract/interests";
import { LOCALES } from "@serenade/contract/locales";
import { readCatalog } from "./catalog.ts";
import { flat, shapeOf } from "./check/messages.ts";
import { pageProblems, readPage, TOKENS } from "./check/pages.ts";
import { unusedKeys } from "./check/usage.ts";
import { wordingProblems } from "./check/wording.ts";

const MASTER = "en";
/** Lists that a file reads as a whole; their length may differ between locales. */
const LISTS = new Set(["icebreakers"]);
/**
 * Arguments that a locale may leave out. The pay button of de and da is the statutory phrase, and their law requires
 * "nothing but" it on the button (BGB § 312j, Forbrugeraftaleloven § 12); the amount is above it.
 */
const MAY_LEAVE_OUT = new Set(["de payments.order.submit {price}", "da payments.order.submit {price}"]);

const selected = process.argv.find((argument) => argument.startsWith("--locales="))?.slice("--locales=".length);
const locales = selected ? selected.split(",") : LOCALES;
const problems: string[] = [];

const master = texts(MASTER);
for (const locale of locales) {
  compare(locale);
  comparePages(locale);
}
for (const key of unusedKeys(master.keys(), Object.keys(readCatalog(MASTER))))
  problems.push(`${MASTER} ${key}: no source uses it`);
findValuesWithoutWords();

for (const problem of problems.slice(0, 200)) console.error(problem);
if (problems.length > 200) console.error(`… and ${problems.length - 200} more`);
console.log(`${master.size} texts, ${locales.length} locales, ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);

/** Full key → its arguments and tags. */
function texts(locale: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [namespace, tree] of Object.entries(readCatalog(locale)))
    for (const [key, message] of flat(tree, namespace)) {
      try {
        const { shape, missing } = shapeOf(message, locale);
        for (const category of missing) problems.push(`${locale} ${key}: plural category "${category}" is missing`);
        for (const problem of wordingProblems({ locale, key, message })) problems.push(`${locale} ${key}: ${problem}`);
        if (!LISTS.has(namespace)) found.set(key, shape);
      } catch (error) {
        problems.push(`${locale} ${key}: ${(error as Error).message}`);
      }
    }
  return found;
}

function compare(locale: string) {
  const own = locale === MASTER ? master : texts(locale);
  for (const list of LISTS)
    if (readCatalog(MASTER)[list] && !readCatalog(locale)[list]) problems.push(`${locale} ${list}: missing`);
  for (const [key, shape] of master) {
    const got = own.get(key);
    const expected = shape.filter((part) => !MAY_LEAVE_OUT.has(`${locale} ${key} ${part}`)).join(" ");
    if (!got) problems.push(`${locale} ${key}: missing`);
    else if (got.join(" ") !== expected && got.join(" ") !== shape.join(" "))
      problems.push(`${locale} ${key}: takes "${got.join(" ")}" instead of "${expected}"`);
  }
  for (const key of own.keys()) if (!master.has(key)) problems.push(`${locale} ${key}: not in ${MASTER}`);
}

function comparePages(locale: string) {
  for (const token of TOKENS) {
    const source = readPage(locale, token);
    if (source === null) problems.push(`${locale} pages/${token}: missing`);
    else
      for (const problem of pageProblems({ locale, token, source }, readPage(MASTER, token) ?? source))
        problems.push(`${locale} pages/${token}: ${problem}`);
  }
}

function findValuesWithoutWords() {
  const needed = [
    ...Object.keys(ERRORS).map((code) => `errors.${code}`),
    ...INTERESTS.map((name) => `interests.${name}`),
  ];
  for (const key of needed) if (!master.has(key)) problems.push(`${MASTER} ${key}: missing`);
}
