/** The tables of a statement, or of a part of one. */
import { HOLE, type Literal } from "./sql.ts";

export interface Tables {
  /** After from, join and using, at any depth. */
  read: Set<string>;
  /** After insert into, update, delete from, merge into and truncate. */
  written: Set<string>;
  /** Names of parts: with x as (…). They look like tables where they are read. */
  parts: Set<string>;
  /** A `${}` in the place of a table name, which is unknown here. */
  hidden: boolean;
}

const TOKENS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|[a-z_]\w*|\S/gi;
const NO_TOKEN = /^(--|\/\*|')/;
const WORD = /^[a-z_]\w*$/;

/** After these a comma at the same depth no longer separates tables. */
const ENDS_FROM =
  /^(where|group|order|limit|offset|fetch|union|intersect|except|returning|set|conflict|having|window|for|select|values)$/;
/** Functions whose own `from` names no table: extract(epoch from x). */
const FUNCTION_WITH_FROM = /^(extract|substring|trim|overlay)$/;

/** The state inside one pair of parentheses. */
interface Depth {
  /** In the list of a from, where a comma starts another table. */
  list: boolean;
  /** The next word is a table. */
  expected: boolean;
  functional: boolean;
}

/** Of all variants of a literal. */
export function tablesIn({ texts }: Literal): Tables {
  const all = texts.map(tablesOf);
  const union = (of: (tables: Tables) => Set<string>) => new Set(all.flatMap((tables) => [...of(tables)]));
  return {
    read: union(({ read }) => read),
    written: union(({ written }) => written),
    parts: union(({ parts }) => parts),
    hidden: all.some(({ hidden }) => hidden),
  };
}

export function tablesOf(text: string): Tables {
  const tokens = (text.match(TOKENS) ?? [])
    .filter((token) => !NO_TOKEN.test(token))
    .map((token) => token.replaceAll('"', "").toLowerCase());
  const tables: Tables = { read: new Set(), written: new Set(), parts: partsOf(tokens), hidden: false };
  const note = (into: Set<string>, at: number) => {
    const name = nameAt(tokens, at);
    if (name === HOLE) tables.hidden = true;
    else if (name && WORD.test(name)) into.add(name);
  };
  const depths: Depth[] = [{ list: false, expected: false, functional: false }];
  for (const [at, token] of tokens.entries()) {
    const depth = depths.at(-1)!;
    const before = tokens[at - 1] ?? "";
    const next = tokens[at + 1] ?? "";
    const target = targetOf(tokens, at);
    if (target !== null) note(tables.written, target);
    if (token === "(") {
      const joined = depth.expected && WORD.test(next) && !/^(select|with|values)$/.test(next); // from (a join b on …)
      depth.expected = false;
      depths.push({ list: joined, expected: joined, functional: FUNCTION_WITH_FROM.test(before) });
    } else if (token === ")") {
      if (depths.length > 1) depths.pop();
    } else if (startsTables(token, before, next) && !depth.functional) {
      depth.list = true;
      depth.expected = true;
    } else if (token === "," && depth.list) {
      depth.expected = true;
    } else if (depth.expected && token !== "lateral" && token !== "only") {
      depth.expected = false;
      if (next !== "(") note(tables.read, at); // else a function
    } else if (ENDS_FROM.test(token)) {
      depth.list = false;
    }
  }
  return tables;
}

const startsTables = (token: string, before: string, next: string): boolean =>
  (token === "from" && before !== "distinct" && before !== "delete") ||
  token === "join" ||
  (token === "using" && next !== "(");

/** The position of the table that the word at `at` writes; null for other words. */
function targetOf(tokens: string[], at: number): number | null {
  const before = tokens[at - 1] ?? "";
  const next = tokens[at + 1] ?? "";
  const writes =
    (tokens[at] === "into" && /^(insert|merge)$/.test(before)) ||
    (tokens[at] === "from" && before === "delete") ||
    (tokens[at] === "update" && !/^(for|key|do)$/.test(before)) ||
    tokens[at] === "truncate";
  if (!writes) return null;
  return at + (next === "only" || next === "table" ? 2 : 1);
}

/** `members`, `public.members`; undefined for a table of another schema. */
function nameAt(tokens: string[], at: number): string | undefined {
  if (tokens[at + 1] !== ".") return tokens[at];
  return tokens[at] === "public" ? tokens[at + 2] : undefined;
}

/** with x as (…), y (columns) as not materialized (…) */
const partsOf = (tokens: string[]): Set<string> =>
  new Set(
    [...tokens.join(" ").matchAll(/(\w+)(?: \([\w ,]*\))? as (?:not )?(?:materialized )?\(/g)].map(([, name]) => name!),
  );
