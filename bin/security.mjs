// npm run security: the security checks in full, each against a server of its own, on both databases.
import { findChromium } from "./chromium.mjs";
import { build, install, node } from "./run.mjs";

install();
build();
node("security/run.ts", process.argv.slice(2), { env: { ...process.env, CHROMIUM: findChromium() } });
