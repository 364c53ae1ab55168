// npm run browsers: the main journeys in Firefox and WebKit.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, fail, install, node } from "./run.mjs";

const NEEDED = [
  ["/usr/bin/firefox-esr", "firefox-esr"],
  ["/usr/bin/WebKitWebDriver", "webkit2gtk-driver"],
  ["/usr/bin/xvfb-run", "xvfb"],
  ["/usr/bin/xauth", "xauth"],
];
const missing = () => NEEDED.filter(([path]) => !existsSync(path)).map(([, name]) => name);

/** Installs Debian's where they are missing and one is root; the names of those that are missing all the same. */
export function provideBrowsers() {
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.info(`Installing ${missing().join(", ")} …`);
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing()], { stdio: "inherit" });
  }
  return missing();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install();
  build();
  const left = provideBrowsers();
  if (left.length > 0) fail(`Debian's packages ${left.join(", ")} are missing, or what your system calls them.`);
  node("browsers/run.ts", process.argv.slice(2));
}
