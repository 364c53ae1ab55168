/**
 * Makes small changes to rules and commands in a copy of the tree, one at a time, and runs the module's tests on each.
 * Exits 1 if a survivor has no explanation.
 *
 *   npm run mutants                                all modules of scope.ts
 *   npm run mutants -- credits account/rules.ts    some of them
 *   npm run mutants -- --changed                   files that differ from the branch main
 *   npm run mutants -- --survivors                 only what was not killed the last time
 *   npm run mutants -- --survivors --real          the same, on PostgreSQL and Redis: where missing locks matter
 *   npm run mutants -- --most 10                   a sample: ten of each file at most, evenly spread
 *   npm run mutants -- --save                      also writes docs/mutants.md
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { copyTree } from "./copy.ts";
import { mutantsOf } from "./mutate.ts";
import { openTester, type Tester, TIMED_OUT } from "./open-tester.ts";
import {
  countOf,
  EXPLAINED,
  isExplained,
  namedMutants,
  type Outcome,
  readResults,
  saveTable,
  storeOutcomes,
} from "./results.ts";
import { filesOf, SCOPE, testsOf } from "./scope.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: "boolean" },
    survivors: { type: "boolean" },
    real: { type: "boolean" },
    most: { type: "string", default: "Infinity" },
    save: { type: "boolean" },
  },
});
const real = options.real ?? false;
const files = chosenFiles();
const copy = copyTree(ROOT);
const tester = openTester(copy, real);
/** Tests that pass without a mutant. */
const proven = new Set<string>();
process.on("SIGINT", () => void end(130));
try {
  for (const file of files) await judgeFile(tester, file);
  if (options.save) saveTable(ROOT);
  const { all, killed, explained } = countOf(readResults(ROOT), files);
  console.info(`${killed} of ${all} killed, ${explained} explained, ${all - killed - explained} open`);
  await end(all > killed + explained ? 1 : 0);
} catch (error) {
  console.error(error);
  await end(2);
}

function chosenFiles(): string[] {
  const all = Object.keys(SCOPE).flatMap((module) => filesOf(ROOT, module));
  const changed = options.changed ? git("diff", "--name-only", "main").split("\n") : all;
  const chosen = all.filter(
    (file) =>
      changed.includes(file) && (!named.length || named.some((one) => `${file}/`.startsWith(`server/modules/${one}/`))),
  );
  if (chosen.length === 0) throw new Error(`nothing to mutate: ${named.join(" ")}`);
  return chosen;
}

function git(...words: string[]): string {
  return execFileSync("git", words, { cwd: ROOT, encoding: "utf8" });
}

/** A test that fails without a mutant would kill every mutant, so each runs without one when it kills its first. */
async function proveGreen({ judge }: Tester, test: string, file: string, text: string): Promise<void> {
  if (proven.has(test)) return;
  const { killedBy, error } = await judge({ file, text, tests: [test] });
  if (killedBy || error) throw new Error(`fails without a mutant: ${killedBy ?? error}`);
  proven.add(test);
}

async function judgeFile(tester: Tester, file: string): Promise<void> {
  const before = readResults(ROOT)[file] ?? {};
  const outcomes: Record<string, Outcome> = {};
  const source = sourceOf(file);
  const tests = testsOf(copy, file, real);
  const mutants = [...namedMutants(mutantsOf(file, source))];
  const every = Math.max(1, mutants.length / Number(options.most));
  for (const [at, [name, { text, line }]] of mutants.entries()) {
    const known = before[name];
    const sampled = at % every < 1 || (options.survivors && known);
    if (!sampled || (options.survivors && known === "killed")) {
      if (known) outcomes[name] = known;
      continue;
    }
    outcomes[name] = await outcomeOf(text);
    if (outcomes[name] === "survived" && !isExplained(file, name)) console.info(`  survived ${file}:${line}  ${name}`);
    storeOutcomes(ROOT, file, { ...before, ...outcomes }); // an interrupted run is not lost
  }
  writeFileSync(join(copy, file), source);
  const { all, killed, explained } = countOf(storeOutcomes(ROOT, file, outcomes), [file]);
  for (const one of EXPLAINED)
    if (one.file === file && outcomes[one.mutant] === "killed")
      console.info(`  no longer survives, but is explained: ${one.mutant}`);
  console.info(`${file}: ${killed} of ${all} killed, ${explained} explained`);

  async function outcomeOf(text: string): Promise<Outcome> {
    const { killedBy, error } = await tester.judge({ file, text, tests });
    tests.sort((a, b) => Number(isOf(b, killedBy)) - Number(isOf(a, killedBy))); // it probably kills the next one as well
    if (error) throw new Error(`${file}: ${error}`);
    if (isOf(tests[0]!, killedBy)) await proveGreen(tester, tests[0]!, file, source);
    if (killedBy === TIMED_OUT) console.info(`  timed out ${file}`);
    return killedBy ? "killed" : "survived";
  }
}

function isOf(test: string, killedBy: string | null): boolean {
  return killedBy?.startsWith(`${test}:`) ?? false;
}

function sourceOf(file: string): string {
  return readFileSync(join(copy, file), "utf8");
}

async function end(code: number): Promise<never> {
  await tester.close();
  rmSync(copy, { recursive: true, force: true });
  process.exit(code);
}
