// npm run browsers: the main journeys in Firefox and WebKit. Installs Debian's where they are missing and one is root.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { build, install, node } from "./run.mjs";

install();
build();
const missing = [
  ["/usr/bin/firefox-esr", "firefox-esr"],
  ["/usr/bin/WebKitWebDriver", "webkit2gtk-driver"],
  ["/usr/bin/xvfb-run", "xvfb"],
].filter(([path]) => !existsSync(path));
if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
  console.info(`Installing ${missing.map(([, name]) => name).join(", ")} …`);
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  const packages = [...missing.map(([, name]) => name), "xauth"];
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { stdio: "inherit" });
}
node("browsers/run.ts", process.argv.slice(2));
