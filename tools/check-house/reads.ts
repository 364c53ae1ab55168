/** Statements read to the left only, as imports do: a module can be removed without those to its left. */
import { moduleOf, placeOf } from "./order.ts";
import { READS_TO_THE_RIGHT } from "./reads-to-the-right.ts";
import { type Finding, isTest, type Source } from "./sources.ts";
import { literalsOf } from "./sql.ts";
import { type Tables, tablesIn } from "./sql-tables.ts";
import { folderOf, OWNERS, type Owners, ownersByTable } from "./tables.ts";

/** By module and table: how many of the module's statements, or parts of one, read it. */
export type Reads = Record<string, Record<string, number>>;

const LIST = "tools/check-house/reads-to-the-right.ts";

/** Compares reads to the right with the list, which may only shrink. */
export function checkReads(
  sources: Source[],
  { frozen = READS_TO_THE_RIGHT, owners = OWNERS }: { frozen?: Reads; owners?: Owners } = {},
): Finding[] {
  const ownerOf = ownersByTable(owners);
  const findings: Finding[] = [];
  const places: Record<string, string[]> = {};
  for (const source of sources) {
    if (!/^server\/.*\.tsx?$/.test(source.file) || isTest(source.file)) continue;
    for (const literal of literalsOf(source)) {
      const tables = tablesIn(literal);
      for (const why of whatHidesTables(tables, ownerOf))
        findings.push({ file: source.file, why: `line ${literal.line}: ${why}` });
      for (const pair of pairsToTheRight(source.file, tables, ownerOf)) {
        places[pair] ??= [];
        places[pair].push(`${source.file}:${literal.line}`);
      }
    }
  }
  for (const pair of new Set([...pairsOf(frozen), ...Object.keys(places)])) {
    const finding = compare(pair, places[pair] ?? [], { frozen, ownerOf });
    if (finding) findings.push(finding);
  }
  return findings;
}

/** "40 reads to the right, 27 pairs of module and table" */
export function describeReads(frozen: Reads = READS_TO_THE_RIGHT): string {
  const counts = Object.values(frozen).flatMap((tables) => Object.values(tables));
  const reads = counts.reduce((sum, count) => sum + count, 0);
  return `${reads} reads to the right, ${counts.length} pairs of module and table`;
}

/** A hidden table name would escape the check. */
function whatHidesTables({ parts, hidden }: Tables, ownerOf: Map<string, string>): string[] {
  const named = [...parts].filter((part) => ownerOf.has(part));
  return [
    ...named.map((part) => `a part of the statement has the name of the table ${part}; give it another`),
    ...(hidden ? ["the name of a table is interpolated; write it out, so that its owner can be checked"] : []),
  ];
}

/** "module table" for each table whose owner is to the right of the file's module. */
function pairsToTheRight(file: string, { read }: Tables, ownerOf: Map<string, string>): string[] {
  const module = file.startsWith("server/kernel/") ? "kernel" : moduleOf(file);
  if (!module) return [];
  return [...read]
    .filter((table) => ownerOf.has(table) && placeOf(ownerOf.get(table)!) > placeOf(module))
    .map((table) => `${module} ${table}`);
}

const pairsOf = (reads: Reads): string[] =>
  Object.entries(reads).flatMap(([module, tables]) => Object.keys(tables).map((table) => `${module} ${table}`));

interface Known {
  frozen: Reads;
  ownerOf: Map<string, string>;
}

function compare(pair: string, places: string[], { frozen, ownerOf }: Known): Finding | null {
  const [module, table] = pair.split(" ") as [string, string];
  const before = frozen[module]?.[table] ?? 0;
  const now = places.length;
  if (now === before) return null;
  if (now < before) {
    const change = now ? `write ${now} in the place of ${before}` : "remove it";
    return { file: LIST, why: `${module} reads ${table} ${now} times now: ${change}, so that the list shrinks` };
  }
  const owner = ownerOf.get(table)!;
  const why = [
    `${module} reads ${table}, which belongs to ${owner}, to the right of ${module} in the order of modules.`,
    `Ask in ${owner} or to the right of it, by a query of ${owner}, and hand ${module} what it needs.`,
    ...(before ? [`${before} of these are in ${LIST}, which may only shrink:`] : [`${LIST} may only shrink:`]),
  ].join(" ");
  // With several, the new one is unknown.
  const file = before ? folderOf(module) : places[0]!.replace(/:\d+$/, "");
  return { file, why: [why, ...places].join("\n    ") };
}
