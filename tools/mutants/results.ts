/** Results of the mutants: stored for `--survivors`, and as the table of docs/mutants.md. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Mutant, mutantsOf } from "./mutate.ts";
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
move money, reads, in a copy of the tree, and runs the module's own tests on the embedded database, for erasers and
exporters also server/erase.test.ts. A change that no test notices is a rule without a test. Mutated are comparisons,
conditions (always, never), and/or, signs, booleans, numbers in rules, calls that are statements, and in SQL
comparisons, conditions, \`exists\`, \`null\` and directions.

A survivor gets a test, or a reason in \`tools/mutants/explained.json\` why no test can kill it. Only PostgreSQL needs
locks: \`npm run mutants -- --survivors --real\`.

Stryker is not used because most rules of this product are conditions in SQL statements: it replaces a whole statement
by an empty string, which every test notices.

A number like "40 of 160" is a part of the file: a sample (\`--most 40\` spreads it evenly) or an interrupted run.
Its survivors were given tests, so its share says nothing about the rest of the file.

One line per file, as of its last run with \`--save\`; lines that name a module are from earlier runs of whole modules.
Files without a line have not been run.

| file | mutants | killed | | explained | open |
|---|---|---|---|---|---|
`;

/** Replaces the lines of the files that have been run here; those of other files and modules stay as they are. */
export function saveTable(root: string): void {
  const doc = join(root, "docs/mutants.md");
  const lines = new Map(
    [...readFileSync(doc, "utf8").matchAll(/^\| ([\w./-]+(?: \(\d+ of \d+ files\))?) \| \d.*$/gm)].map(([line, of]) => [
      of!,
      line,
    ]),
  );
  const results = readResults(root);
  for (const file of Object.keys(SCOPE).flatMap((module) => filesOf(root, module))) {
    const { all, killed, explained } = countOf(results, [file]);
    const of = file.replace("server/modules/", "");
    const share = `${((100 * killed) / all).toFixed(1)} %`;
    const total = mutantsOf(file, readFileSync(join(root, file), "utf8")).length;
    const run = all < total ? `${all} of ${total}` : String(all);
    if (all > 0)
      lines.set(of, `| ${of} | ${run} | ${killed} | ${share} | ${explained} | ${all - killed - explained} |`);
  }
  const sorted = [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
  writeFileSync(doc, `${HEAD}${sorted.join("\n")}\n`);
}
