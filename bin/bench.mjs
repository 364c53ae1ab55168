// npm run bench: benchmarks, each beside its raw limit. --save writes docs/baseline.md.
import { build, install, node } from "./run.mjs";

install();
build();
node("bench/run.ts", process.argv.slice(2));
