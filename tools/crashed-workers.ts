/**
 * A reporter of Vitest: the test files whose process was ended by a signal, where nothing else went wrong. V8 in Node 24
 * sometimes aborts a process that opens and closes several embedded databases (nodejs/node#64500, "Check failed:
 * jit_page_->allocations_"). `npm test` runs these files once more (bin/test.mjs); every other failure stays one.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter } from "vitest/node";

const FILE = fileURLToPath(new URL("../.cache/crashed-workers.json", import.meta.url));
const CRASH = /^Worker exited unexpectedly with signal \w+ during started state while running test file (.+)$/;

interface Failure {
  message?: string;
  cause?: unknown;
}
interface Module {
  moduleId: string;
  state(): string;
}

/** Paths of the crashed files; none where a test failed too, or an error is of another kind. */
export function crashedFiles(modules: readonly Module[], errors: readonly Failure[]): string[] {
  const crashed = errors.map((error) => CRASH.exec((error.cause as Failure | undefined)?.message ?? "")?.[1]);
  const files = crashed.filter((file) => file !== undefined);
  const failed = modules.some((module) => module.state() === "failed" && !files.includes(module.moduleId));
  return failed || files.length < crashed.length ? [] : [...new Set(files)];
}

export default class implements Reporter {
  onTestRunEnd(modules: readonly Module[], errors: readonly Failure[]): void {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify(crashedFiles(modules, errors)));
  }
}
