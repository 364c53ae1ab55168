/** docs/security-checks.md: the counts of each check's last run. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Check, Outcome } from "./check.ts";
import type { Engine } from "./target.ts";

const DOCUMENT = fileURLToPath(new URL("../docs/security-checks.md", import.meta.url));

export interface Row {
  check: Check;
  engine: Engine;
  outcome: Outcome;
}

const HEAD = `# Security checks

Written by \`npm run security -- --save\`: the counts of each check's last run, on two cores.

| check | database | what must hold | counted | |
|---|---|---|---|---|
`;

/** One row for each check and database; checks that did not run keep their row. */
export function saveDocument(rows: Row[], checks: Check[]): void {
  const lines = new Map(savedLines(checks).map((line) => [keyOf(line), line]));
  for (const { check, engine, outcome } of rows) {
    const figures = [...outcome.figures].map(([what, value]) => `${what}: ${value}`).join("; ");
    const line = `| ${check.name} | ${engine} | ${check.holds} | ${figures} | ${outcome.violations.length ? "**fails**" : "holds"} |`;
    lines.set(keyOf(line), line);
  }
  const table = [...lines.values()].sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
  writeFileSync(DOCUMENT, `${HEAD}${table.join("\n")}\n`);
}

const keyOf = (line: string): string => line.split("|").slice(1, 3).join("|");

function savedLines(checks: Check[]): string[] {
  if (!existsSync(DOCUMENT)) return [];
  const names = new Set(checks.map(({ name }) => name));
  return readFileSync(DOCUMENT, "utf8")
    .split("\n")
    .filter((line) => names.has(line.split("|")[1]?.trim() ?? ""));
}
