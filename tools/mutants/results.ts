/** Results of the mutants: stored for `--survivors`, and as the table of docs/mutants.md. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Mutant } from "./mutate.ts";
import { filesOf, SCOPE } from "./scope.ts";

/**
 * Equivalent mutants, which no test can kill because the product behaves the same: by printed name, with the reason.
 * A mutant that a test could kill needs a test instead.
 */
export const EXPLAINED: readonly { file: string; mutant: string; why: string }[] = JSON.parse(
  readFileSync(new URL("explained.json", import.meta.url), "utf8"),
);

export type Outcome = "killed" | "survived";
/** File → name of a mutant → its outcome. */
export type Results = Record<string, Record<string, Outcome>>;

const fileOf = (root: string): string => join(root, ".cache/mutants.json");

export function readResults(root: string): Results {
  try {
    return JSON.parse(readFileSync(fileOf(root), "utf8"));
  } catch {
    return {};
  }
}

/** Of one file; results of concurrent runs for other files are preserved. */
export function storeOutcomes(root: string, file: string, outcomes: Record<string, Outcome>): Results {
  const results = { ...readResults(root), [file]: outcomes };
  mkdirSync(dirname(fileOf(root)), { recursive: true });
  writeFileSync(fileOf(root), JSON.stringify(results, null, 1));
  return results;
}

/** The mutants by name; equal ones of one line are numbered. */
export function namedMutants(mutants: readonly Mutant[]): Map<string, Mutant> {
  const byName = new Map<string, Mutant>();
  for (const mutant of mutants) {
    const name = `${mutant.context} | ${mutant.from} → ${mutant.to}`;
    let number = 1;
    while (byName.has(number === 1 ? name : `${name} #${number}`)) number++;
    byName.set(number === 1 ? name : `${name} #${number}`, mutant);
  }
  return byName;
}

export const isExplained = (file: string, name: string): boolean =>
  EXPLAINED.some((one) => one.file === file && one.mutant === name);

export const countOf = (results: Results, files: readonly string[]) => {
  const all = files.flatMap((file) =>
    Object.entries(results[file] ?? {}).map(([name, outcome]) => ({ file, name, outcome })),
  );
  const survived = all.filter(({ outcome }) => outcome === "survived");
  const explained = survived.filter(({ file, name }) => isExplained(file, name));
  return { all: all.length, killed: all.length - survived.length, explained: explained.length };
};

const HEAD = `# Mutants

\`npm run mutants -- --save\` (tools/mutants) makes one small change at a time to rules, commands and, in modules that
move money, reads, in a copy of the tree, and runs the module's own tests on the embedded database. A change that no
test notices is a rule without a test. Mutated are comparisons, conditions (always, never), and/or, signs, booleans,
numbers in rules, calls that are statements, and in SQL comparisons, conditions, \`exists\`, \`null\` and directions.

A survivor gets a test, or a reason in \`tools/mutants/explained.json\` why no test can kill it. Only PostgreSQL needs
locks: \`npm run mutants -- --survivors --real\`.

Stryker is not used because most rules of this product are conditions in SQL statements: it replaces a whole statement
by an empty string, which every test notices.

| module | files | mutants | killed | | explained | open |
|---|---|---|---|---|---|---|
`;

/** One line for each module that has been run. */
export function saveTable(root: string): void {
  const results = readResults(root);
  const lines = Object.keys(SCOPE).flatMap((module) => {
    const inScope = filesOf(root, module);
    const files = inScope.filter((file) => file in results);
    const { all, killed, explained } = countOf(results, files);
    if (all === 0) return [];
    const share = `${((100 * killed) / all).toFixed(1)} %`;
    return [
      `| ${module} | ${files.length} of ${inScope.length} | ${all} | ${killed} | ${share} | ${explained} | ${all - killed - explained} |`,
    ];
  });
  writeFileSync(join(root, "docs/mutants.md"), `${HEAD}${lines.join("\n")}\n`);
}
