// npm test: all checks and tests, the fastest first: check, unit and API tests on both databases,
// the journeys in real browsers, samples of the fault drivers and of the security checks.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "./chromium.mjs";
import { BROWSERS, JAVA, PROXY, provide } from "./debian-packages.mjs";
import { BIN, build, fail, install, NODE, node, ROOT, run } from "./run.mjs";

install();
build();
node(join(ROOT, "bin/check.mjs"));
runVitest();
const withProxy = canRun(PROXY, "the journeys at the payment providers");
const withJava = canRun(JAVA, "the checks of the pages' HTML");
run(NODE, [join(BIN, "playwright"), "test", "-c", "e2e/playwright.config.ts"], {
  env: {
    ...process.env,
    CHROMIUM: findChromium(),
    ...(!withProxy && { WITHOUT_PROXY: "1" }),
    ...(!withJava && { WITHOUT_JAVA: "1" }),
  },
});
if (canRun(BROWSERS, "the journeys in Firefox and WebKit")) run(NODE, ["browsers/run.ts", "--sample"]);
// At the same time: one waits for killed servers, the other for slow clients.
const security = start(["security/run.ts", "--sample"], "pipe", { CHROMIUM: findChromium() });
const faults = start(["faults/run.ts", "--sample"], "inherit");
if ([await faults, await security].some((passed) => !passed)) process.exit(1);

/** A file in which Node itself crashed runs once more (tools/crashed-workers.ts). */
function runVitest() {
  const reporters = ["--reporter=default", "--reporter=./tools/crashed-workers.ts"];
  const list = join(ROOT, ".cache/crashed-workers.json");
  rmSync(list, { force: true });
  const { status } = spawnSync(NODE, [join(BIN, "vitest"), "run", ...reporters], { cwd: ROOT, stdio: "inherit" });
  if (status === 0) return;
  const crashed = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  if (crashed.length === 0) process.exit(status ?? 1);
  console.warn(`\nNode crashed in ${crashed.join(" and ")}, which runs once more.\n`);
  run(NODE, [join(BIN, "vitest"), "run", ...crashed]);
}

/** Starts Node on one of our files; output through a pipe follows when it has ended. True where it passed. */
function start(args, output, env = {}) {
  const child = spawn(NODE, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ["ignore", output, output] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on("close", (status) => {
      process.stdout.write(Buffer.concat(chunks));
      resolve(status === 0);
    });
  });
}

/** Fails in CI where the programs cannot be installed; says so elsewhere. */
function canRun(programs, what) {
  const left = provide(programs);
  if (left.length === 0) return true;
  if (process.env.CI) fail(`CI runs ${what} too: ${left.join(", ")} could not be installed.`);
  console.warn(`\nNOT RUN: ${what} need Debian's ${left.join(", ")}.\n`);
  return false;
}
