// npm test: all checks and tests, the fastest first: check, unit and API tests on both databases,
// the journey in a real browser, samples of the fault drivers and of the security checks.
import { join } from "node:path";
import { findChromium } from "./chromium.mjs";
import { BIN, build, install, NODE, node, ROOT, run } from "./run.mjs";

install();
build();
node(join(ROOT, "bin/check.mjs"));
run(NODE, [join(BIN, "vitest"), "run"]);
run(NODE, [join(BIN, "playwright"), "test", "-c", "e2e/playwright.config.ts"], {
  env: { ...process.env, CHROMIUM: findChromium() },
});
run(NODE, ["faults/run.ts", "--sample"]);
run(NODE, ["security/run.ts", "--sample"], { env: { ...process.env, CHROMIUM: findChromium() } });
