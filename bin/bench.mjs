// npm run bench: benchmarks, each beside its raw limit. --save writes docs/baseline.md.
import { findChromium } from "./chromium.mjs";
import { build, install, node } from "./run.mjs";

install();
build();
node("bench/run.ts", process.argv.slice(2), { env: { ...process.env, CHROMIUM: findChromium() } });
