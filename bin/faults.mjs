// npm run faults: the fault drivers in full, on servers that they start for themselves.
import { install, node } from "./run.mjs";

install();
node("faults/run.ts", process.argv.slice(2));
