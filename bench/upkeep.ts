/** First and second start and idle memory as `npm start` has them, build, check. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MEMORY_ENV, NODE_MEMORY } from "../bin/memory.mjs";
import { freePort, pause, startProduct } from "../faults/servers.ts";
import type { Figure } from "./report.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SETTLE_MS = 10_000;

export async function measureMaintenance(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-upkeep-"));
  const env = { ...MEMORY_ENV, MODE: "demo", SERENADE_PAGES: "built", NODE_ENV: "production", DATA_DIR: directory };
  const first = await timed(() => startProduct(env, freePortNow(), { nodeOptions: NODE_MEMORY }));
  await first.value.stop();
  const second = await timed(() => startProduct(env, freePortNow(), { nodeOptions: NODE_MEMORY }));
  await pause(SETTLE_MS);
  const memory = residentOf(second.value.pid);
  await second.value.stop();
  rmSync(directory, { recursive: true, force: true });
  const build = await timed(async () => command(["bin/build.mjs"]));
  const check = await timed(async () => command(["bin/check.mjs"]));
  return [
    { part: "upkeep", what: "first start with the demo community", value: first.seconds, unit: "s" },
    { part: "upkeep", what: "start", value: second.seconds, unit: "s" },
    { part: "upkeep", what: "memory, idle, embedded database", value: memory, unit: "MB" },
    { part: "upkeep", what: "npm run build", value: build.seconds, unit: "s" },
    { part: "upkeep", what: "npm run check", value: check.seconds, unit: "s" },
  ];
}

const ports = await Promise.all([freePort(), freePort()]);
const freePortNow = (): number => ports.pop()!;

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const started = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - started) / 1000 };
}

function command(args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "ignore" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed`);
}

/** Resident memory of a process in MB, where /proc has it. */
function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1000;
}
