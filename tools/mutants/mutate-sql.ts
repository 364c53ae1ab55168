/** Mutants of SQL in a template or a string: comparison operators, conditions, directions of an order. */
import type { Edit } from "./mutate.ts";

const STATEMENT = /\b(select|update|delete|insert)\b[\s\S]*\b(from|set|into)\b/i;
/** A condition ends before one of these. */
const ENDS =
  /^(and|or|then|else|end|order|group|having|window|returning|limit|for|union|on|left|inner|cross|join|do|where|when)\b/i;

export const isStatement = (text: string): boolean => STATEMENT.test(text);

/** All edits of the statement between `start` and `end`; interpolations and quoted text are masked first. */
export function mutateSql(masked: string, start: number): Edit[] {
  return [...operators(masked), ...directions(masked), ...conditions(masked)].map((edit) => ({
    ...edit,
    start: edit.start + start,
    end: edit.end + start,
  }));
}

/** Same length, without anything that looks like SQL. */
export function maskSql(text: string, holes: readonly { start: number; end: number }[]): string {
  let masked = text;
  for (const { start, end } of holes) masked = masked.slice(0, start) + "x".repeat(end - start) + masked.slice(end);
  return masked.replace(/'[^']*'/g, (quoted) => `'${"x".repeat(quoted.length - 2)}'`);
}

const BOUNDARY: Record<string, string> = { ">": ">=", ">=": ">", "<": "<=", "<=": "<" };
const OPPOSITE: Record<string, string> = { ">": "<=", ">=": "<", "<": ">=", "<=": ">" };

function operators(sql: string): Edit[] {
  const edits: Edit[] = [];
  for (const { 0: operator, index } of sql.matchAll(/(?<=\s)(<=|>=|<>|<|>)(?=\s)/g)) {
    const end = index + operator.length;
    if (operator === "<>") edits.push({ start: index, end, to: "=" });
    else for (const to of [BOUNDARY[operator]!, OPPOSITE[operator]!]) edits.push({ start: index, end, to });
  }
  for (const { 0: words, index } of sql.matchAll(/\bis (not )?null\b/gi)) {
    edits.push({ start: index, end: index + words.length, to: /not/i.test(words) ? "is null" : "is not null" });
  }
  for (const { 0: words, index } of sql.matchAll(/\b(not )?exists\b(?= \()/gi)) {
    edits.push({ start: index, end: index + words.length, to: /not/i.test(words) ? "exists" : "not exists" });
  }
  for (const { 0: sign, index } of sql.matchAll(/(?<=\s)[+-](?=\s(?!'|array))/g)) {
    edits.push({ start: index, end: index + 1, to: sign === "+" ? "-" : "+" });
  }
  return edits;
}

const directions = (sql: string): Edit[] =>
  [...sql.matchAll(/(?<=\border by [\w.]+) desc\b/gi)].map(({ 0: words, index }) => ({
    start: index,
    end: index + words.length,
    to: "",
  }));

/** `and a = $1` → `and (a = $1 or true)`, so that its parameters stay in the statement; `when a` → always and never. */
function conditions(sql: string): Edit[] {
  const edits: Edit[] = [];
  for (const { 0: word, index } of sql.matchAll(/\b(and|when)\s+/gi)) {
    if (isOfBetween(sql, index)) continue;
    const start = index + word.length;
    const end = endOf(sql, start);
    if (/^xxx|^\s*$/.test(sql.slice(start, end))) continue; // only an interpolation
    edits.push({ start, end, wrap: (condition) => `(${condition} or true)`, to: "true" });
    if (/^when/i.test(word)) edits.push({ start, end, wrap: (condition) => `(${condition} and false)`, to: "false" });
  }
  return edits;
}

const isOfBetween = (sql: string, and: number): boolean => /\bbetween\s+[^\s]+\s+$/i.test(sql.slice(0, and));

function endOf(sql: string, start: number): number {
  let depth = 0;
  for (let at = start; at < sql.length; at++) {
    const character = sql[at]!;
    if (character === "(") depth++;
    if (depth === 0 && (character === ")" || character === "," || character === ";")) return trimmed(sql, start, at);
    if (character === ")") depth--;
    const isWord = depth === 0 && at > start && /\s/.test(sql[at - 1]!);
    if (isWord && ENDS.test(sql.slice(at, at + 12)) && !isOfBetween(sql, at)) return trimmed(sql, start, at);
  }
  return trimmed(sql, start, sql.length);
}

const trimmed = (sql: string, start: number, end: number): number => start + sql.slice(start, end).trimEnd().length;
