// npm run faults: the fault drivers in full, on servers that they start.
import { buildMails, install, node } from "./run.mjs";

install();
buildMails();
node("faults/run.ts", process.argv.slice(2));
