// Finds a Chromium for the browser tests, or installs one: Debian's as root, otherwise Playwright's. Fails without one.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BIN, fail, NODE } from "./run.mjs";

const KNOWN = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of a browser; "" means the one that Playwright has installed. */
export function findChromium() {
  const asked = process.env.CHROMIUM;
  if (asked) return asked;
  const known = KNOWN.find((path) => existsSync(path));
  if (known) return known;
  console.info("No Chromium found; installing one …");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { stdio: "inherit" });
    if (existsSync(KNOWN[0])) return KNOWN[0];
  }
  const { status } = spawnSync(NODE, [join(BIN, "playwright"), "install", "chromium"], { stdio: "inherit" });
  if (status !== 0)
    fail("The browser tests need Chromium, and installing one failed. Set CHROMIUM to the path of a browser.");
  return "";
}
