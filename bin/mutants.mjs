// npm run mutants: mutation tests of rules and commands, in a copy of the tree (docs/mutants.md).
import { install, node } from "./run.mjs";

install();
node("tools/mutants/run.ts", process.argv.slice(2));
