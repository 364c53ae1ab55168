import { readFileSync } from "node:fs";
import { proseProblems } from "./wording.ts";

/** The static pages of the specification (§2) and of product.md 10: `pages/<locale>/<token>.md`. */
export const TOKENS = [
  "ban",
  "complaints",
  "cookies",
  "faq",
  "imprint",
  "privacy",
  "return-policy",
  "safety",
  "service",
  "terms",
] as const;

const PLACEHOLDERS = new Set(
  "site company address registration support_email support_phone refund_days min_age terms_date message_price signup_gift domain"
    .split(" ")
    .map((name) => `{${name}}`),
);
/** Search engines cut longer descriptions and replace shorter ones. */
const DESCRIPTION = { min: 80, max: 155 };
/** Signs that a locale uses to quote, of all that any locale uses (docs/glossary.md). ’ is an apostrophe everywhere. */
const QUOTES: Readonly<Record<string, string>> = {
  da: "»«",
  de: "„“",
  en: "“”",
  es: "«»",
  fi: "”",
  fr: "«»",
  it: "«»",
  nb: "«»",
  nl: "‘",
  pl: "„”",
  sv: "”",
};
const ALL_QUOTES = /["'“”„«»‘‚]/g;

interface Page {
  locale: string;
  token: string;
  /** The whole file. */
  source: string;
}

/** The file of a page; null if there is none. */
export function readPage(locale: string, token: string): string | null {
  try {
    return readFileSync(new URL(`../pages/${locale}/${token}.md`, import.meta.url), "utf8");
  } catch {
    return null;
  }
}

/**
 * Problems of one page: its front matter, Markdown, words and signs, and what differs from the page in English: the
 * sequence of blocks, placeholders, link targets, code and long numbers (times, help lines).
 */
export function pageProblems(page: Page, master: string): string[] {
  const { head, body } = split(page.source);
  return [
    ...headProblems(head),
    ...markdownProblems(body),
    ...page.source.split("\n").flatMap((line) => lineProblems(page, line)),
    ...difference("blocks", blocksOf(body), blocksOf(split(master).body)),
    ...difference("placeholders", placeholdersOf(page.source), placeholdersOf(master)),
    ...difference("links", linksOf(body), linksOf(split(master).body)),
    ...difference("code", codeOf(body), codeOf(split(master).body)),
    ...difference("numbers", numbersOf(body), numbersOf(split(master).body)),
  ];
}

/** The two lines of front matter without the fences, and what follows. */
function split(source: string): { head: string[]; body: string } {
  const [open, title = "", description = "", close, ...rest] = source.split("\n");
  return open === "---" && close === "---"
    ? { head: [title, description], body: rest.join("\n") }
    : { head: [], body: source };
}

function headProblems([title = "", description = ""]: string[]): string[] {
  const values = [/^title: (\S.*)$/.exec(title)?.[1], /^description: (\S.*)$/.exec(description)?.[1]];
  if (values.some((value) => value === undefined)) return ["front matter: two lines, title and description"];
  const problems = values.flatMap((value) =>
    /^[{["'&*!|>%@`#-]|:\s|\s#/.test(value!) ? [`front matter: YAML reads "${value}" otherwise`] : [],
  );
  const { length } = values[1]!;
  if (length < DESCRIPTION.min || length > DESCRIPTION.max)
    problems.push(`description: ${length} characters instead of ${DESCRIPTION.min} to ${DESCRIPTION.max}`);
  return problems;
}

function markdownProblems(body: string): string[] {
  const problems: string[] = [];
  if (/<[a-z!/]/i.test(body) || /&#?\w{1,10};/.test(body)) problems.push("HTML");
  if (/^(#|#{4,}) /m.test(body)) problems.push("only ## and ###: the title is the h1");
  for (const target of linksOf(body)) if (!isAddress(target)) problems.push(`link to ${target}: no such page`);
  return problems;
}

function lineProblems({ locale, token }: Page, line: string): string[] {
  const problems: string[] = [];
  for (const [placeholder] of line.matchAll(/\{[^}]*\}?|\}/g))
    if (!PLACEHOLDERS.has(placeholder)) problems.push(`unknown placeholder ${placeholder}`);
  const text = line
    .replace(/\]\([^()]*\)/g, "]")
    .replace(/`[^`]*`/g, "x")
    .replace(/^(title|description): /, "");
  for (const [quote] of text.matchAll(ALL_QUOTES))
    if (!QUOTES[locale]?.includes(quote)) problems.push(`${quote}: not a quote of ${locale}`);
  if (/\S {2}| $|[ \u00a0\u202f][,.](?!\d)/.test(text)) problems.push(`spaces: "${text.slice(0, 60)}"`);
  return [...problems, ...proseProblems({ locale, key: `pages.${token}`, message: text })];
}

/** The kind of each line: heading by level, list item, table row, paragraph. A paragraph is one line. */
function blocksOf(body: string): string[] {
  return body
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => /^(#{1,6} |- |\| )/.exec(line)?.[1]?.trim() ?? "paragraph");
}

const placeholdersOf = (source: string): string[] =>
  unique([...source.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder));
const linksOf = (body: string): string[] => unique([...body.matchAll(/\]\(([^()]*)\)/g)].map(([, target]) => target!));
const codeOf = (body: string): string[] => [...body.matchAll(/`[^`]*`/g)].map(([code]) => code);
/** Numbers of three digits or more, without the spaces and hyphens of telephone numbers. */
const numbersOf = (body: string): string[] =>
  [...body.matchAll(/\d(?:[ \u00a0-]?\d)+/g)]
    .map(([number]) => number.replace(/\D/g, ""))
    .filter(({ length }) => length > 2)
    .sort();
const unique = (values: string[]): string[] => [...new Set(values)].sort();

function difference(what: string, own: string[], expected: string[]): string[] {
  const at = expected.findIndex((value, index) => own[index] !== value);
  if (at === -1 && own.length === expected.length) return [];
  const index = at === -1 ? expected.length : at;
  return [`${what}: number ${index + 1} is ${own[index] ?? "missing"} instead of ${expected[index] ?? "none"}`];
}

let routes: string[][] | undefined;

/** Whether a link leads to a page of web/app/routes.ts, to a static page or to /lang-config (§2). */
function isAddress(target: string): boolean {
  routes ??= [...TOKENS, "lang-config", ...routesOfWeb()].map((path) => path.split("/"));
  const [root, ...parts] = target.split("/");
  return root === "" && routes.some((route) => isAt(route, parts));
}

/** A part of a route is a name, a parameter (:id) or an optional parameter at the end (:section?). */
function isAt(route: string[], parts: string[]): boolean {
  if (parts.length > route.length) return false;
  return route.every((part, at) =>
    parts[at] === undefined ? part.endsWith("?") : part.startsWith(":") || part === parts[at],
  );
}

/** Paths without the ones that begin with a parameter: those are relative to their parent. */
function routesOfWeb(): string[] {
  const source = readFileSync(new URL("../../web/app/routes.ts", import.meta.url), "utf8");
  return [...source.matchAll(/route\("(\w[\w/:?-]*)"/g)].map(([, path]) => path!);
}
