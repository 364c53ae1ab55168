// npm run mutants: changes rules and commands in a copy of the tree and asks the tests whether they notice (docs/mutants.md).
import { install, node } from "./run.mjs";

install();
node("tools/mutants/run.ts", process.argv.slice(2));
