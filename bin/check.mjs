// npm run check: types, lint, format, house rules, specification, texts, statements, bytes of the built pages. All steps run even if one fails.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { BIN, build, install, NODE, ROOT } from "./run.mjs";

install();
build();
const steps = [
  ["types of the texts", ["texts/generate.ts"]],
  ["types of the pages' routes", [join(BIN, "react-router"), "typegen"], "web"],
  ["types: server", [join(BIN, "tsc"), "-p", "."]],
  ["types: web", [join(BIN, "tsc"), "-p", "web"]],
  ["lint and format", [join(BIN, "biome"), "check", "--error-on-warnings", "."]],
  ["texts", ["texts/check.ts"]],
  ["house rules", ["tools/check-house/main.ts"]],
  ["specification", ["tools/specification/main.ts"]],
  ["statements", ["tools/check-statements.ts"]],
  ["regular expressions", ["tools/check-regexes.ts"]],
  ["bytes of the routes", ["tools/check-budgets.ts"]],
];
let failed = 0;
const started = performance.now();
for (const [name, args, folder] of steps) {
  const at = performance.now();
  const { status, stdout, stderr } = spawnSync(NODE, args, { cwd: join(ROOT, folder ?? "."), encoding: "utf8" });
  const seconds = ((performance.now() - at) / 1000).toFixed(1).padStart(5);
  const summary = args[0].startsWith("tools/") ? stdout.trimEnd().split("\n").at(-1) : "";
  console.info(`${status === 0 ? "ok    " : "FAILED"} ${seconds} s  ${name}${summary && `: ${summary}`}`);
  if (status !== 0) {
    failed++;
    console.error(stdout + stderr);
  }
}
console.info(`${((performance.now() - started) / 1000).toFixed(1)} s, ${failed} failed`);
process.exit(failed ? 1 : 0);
