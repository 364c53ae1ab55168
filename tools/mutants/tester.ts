/**
 * A process with one Vitest instance: it writes a mutant into its copy of the tree, runs tests, and reports a failed
 * one. The driver kills it when a mutant makes it hang.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVitest } from "vitest/node";

export interface Job {
  /** Relative to the copy. */
  file: string;
  text: string;
  test: string;
}
export type Verdict = { killedBy: string | null; error?: string };

const [root, project] = process.argv.slice(2) as [string, string];

const vitest = await createVitest("test", {
  root,
  config: join(root, "vitest.config.ts"),
  project: [project],
  watch: false,
  bail: 1,
  fileParallelism: false,
  maxWorkers: 1,
  testTimeout: 60_000,
  reporters: [{}],
  silent: true,
  cache: false,
});
await vitest.standalone();
/** The file that was changed last. */
let changed: string | null = null;
process.on("message", (job: Job) => void judge(job).then((verdict) => process.send!(verdict)));
process.on("disconnect", () => void vitest.close().finally(() => process.exit()));
process.send!("ready");

async function judge({ file, text, test }: Job): Promise<Verdict> {
  const path = join(root, file);
  writeFileSync(path, text);
  for (const one of new Set([path, changed ?? path])) forget(one); // the previous one was restored
  changed = path;
  try {
    return { killedBy: await failure(test) };
  } catch (error) {
    return { killedBy: null, error: String(error) };
  }
}

function forget(path: string): void {
  for (const project of vitest.projects) project.vite.moduleGraph.onFileChange(path);
  vitest.invalidateFile(path);
}

async function failure(test: string): Promise<string | null> {
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  vitest.state.errorsSet.clear();
  const specs = await vitest.globTestSpecifications([test]);
  if (specs.length === 0) throw new Error(`no test file ${test}`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs, false);
  for (const module of testModules)
    for (const one of module.children.allTests())
      if (one.result().state === "failed") return `${test}: ${one.fullName}`;
  if (unhandledErrors.length || testModules.some((module) => module.state() === "failed"))
    return `${test}: could not run`;
  if (testModules.some((module) => module.state() !== "passed")) throw new Error(`${test} did not finish`);
  return null;
}
