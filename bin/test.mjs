// npm test: all checks and tests, the fastest first: check, unit and API tests on both databases,
// the journeys in real browsers, samples of the fault drivers and of the security checks.
import { join } from "node:path";
import { provideBrowsers } from "./browsers.mjs";
import { findChromium } from "./chromium.mjs";
import { BIN, build, fail, install, NODE, node, ROOT, run } from "./run.mjs";

install();
build();
node(join(ROOT, "bin/check.mjs"));
run(NODE, [join(BIN, "vitest"), "run"]);
run(NODE, [join(BIN, "playwright"), "test", "-c", "e2e/playwright.config.ts"], {
  env: { ...process.env, CHROMIUM: findChromium() },
});
const left = provideBrowsers();
if (left.length === 0) run(NODE, ["browsers/run.ts", "--sample"]);
else if (process.env.CI)
  fail(`CI runs the journeys in Firefox and WebKit too: ${left.join(", ")} could not be installed.`);
else console.warn(`\nNOT RUN: the journeys in Firefox and WebKit need Debian's ${left.join(", ")}.\n`);
run(NODE, ["faults/run.ts", "--sample"]);
run(NODE, ["security/run.ts", "--sample"], { env: { ...process.env, CHROMIUM: findChromium() } });
