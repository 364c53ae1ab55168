// npm run screenshots: the pictures of the README, taken from the running product into docs/pictures/.
import { findChromium } from "./chromium.mjs";
import { build, install, node } from "./run.mjs";

install();
build();
node("tools/screenshots.ts", process.argv.slice(2), { env: { ...process.env, CHROMIUM: findChromium() } });
