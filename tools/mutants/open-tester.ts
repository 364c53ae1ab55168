/** Starts tester.ts, and restarts it after a mutant made it hang or exit. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Job, Verdict } from "./tester.ts";

/** A mutant that makes one test file take longer does not terminate, and counts as killed. Long, for busy machines. */
const LIMIT_MS = 600_000;
export const TIMED_OUT = "did not end";

export interface Tester {
  /** Runs the test files in order until one fails. */
  judge(change: Omit<Job, "test"> & { tests: string[] }): Promise<Verdict>;
  close(): Promise<void>;
}

/** `real`: on PostgreSQL and Redis, where concurrent connections need locks; otherwise on the embedded database. */
export function openTester(copy: string, real: boolean): Tester {
  let child: Promise<ChildProcess> | null = null;
  return {
    judge: async ({ tests, ...change }) => {
      for (const test of tests) {
        child ??= start(copy, real);
        const verdict = await request(await child, { ...change, test });
        if (!verdict) child = null;
        if (!verdict || verdict.killedBy || verdict.error) return verdict ?? { killedBy: TIMED_OUT };
      }
      return { killedBy: null };
    },
    close: async () => (child ? stop(await child) : undefined),
  };
}

async function start(copy: string, real: boolean): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("tester.ts", import.meta.url)), [copy, real ? "real" : "embedded"], {
    cwd: copy,
    detached: true, // a group of its own, to kill it with its test process, which a mutant can keep busy forever
    env: {
      ...process.env,
      ...(real ? {} : { TEST_DATABASE_URL: "postgres://127.0.0.1:1/none" }), // no setup on an unused server
      NODE_COMPILE_CACHE: join(copy, ".compile-cache"), // each test file runs in a new process
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr!.on("data", (data) => {
    stderr = (stderr + data).slice(-4_000);
  });
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", () => reject(new Error(`the tester did not start: ${stderr}`)));
  });
  return child;
}

/** It removes its template databases when it exits normally. */
async function stop(child: ChildProcess): Promise<void> {
  const onExit = new Promise((resolve) => child.once("exit", resolve));
  const timer = setTimeout(() => kill(child), 10_000);
  child.disconnect();
  await onExit;
  clearTimeout(timer);
}

const kill = (child: ChildProcess): boolean => process.kill(-child.pid!, "SIGKILL");

/** Null after the time limit. A tester that exits for another reason, such as an interrupted run, is an error. */
function request(child: ChildProcess, job: Job): Promise<Verdict | null> {
  return new Promise((resolve) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      kill(child);
    }, LIMIT_MS);
    const end = (verdict: Verdict | null) => {
      clearTimeout(timer);
      child.off("message", end);
      child.off("exit", onExit);
      resolve(verdict);
    };
    const onExit = () => end(late ? null : { killedBy: null, error: "the tester exited" });
    child.once("message", end);
    child.once("exit", onExit);
    child.send(job);
  });
}
