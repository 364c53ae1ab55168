// npm run gallery: a picture of every screen in every size, scheme and language.
import { findChromium } from "./chromium.mjs";
import { build, install, node } from "./run.mjs";

install();
build();
node("tools/gallery.ts", process.argv.slice(2), { env: { ...process.env, CHROMIUM: findChromium() } });
