// npm run browsers: the main journeys in Firefox and WebKit.
import { BROWSERS, provide } from "./debian-packages.mjs";
import { build, fail, install, node } from "./run.mjs";

install();
build();
const left = provide(BROWSERS);
if (left.length > 0) fail(`Debian's packages ${left.join(", ")} are missing, or what your system calls them.`);
node("browsers/run.ts", process.argv.slice(2));
