// Programs that some tests need beside Node: Debian's packages, installed where they are missing and one is root.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Firefox and WebKit, for the journeys in other browsers. */
export const BROWSERS = [
  ["/usr/bin/firefox-esr", "firefox-esr"],
  ["/usr/bin/WebKitWebDriver", "webkit2gtk-driver"],
  ["/usr/bin/xvfb-run", "xvfb"],
  ["/usr/bin/xauth", "xauth"],
];

/** The reverse proxy in front of the product in the journeys at the payment providers. */
export const PROXY = [
  ["/usr/sbin/nginx", "nginx-light"],
  ["/usr/bin/openssl", "openssl"],
];

/** For the HTML checker of the W3C. */
export const JAVA = [["/usr/bin/java", "default-jre-headless"]];

/** Installs what is missing; returns the names of the packages that are missing all the same. */
export function provide(programs) {
  const missing = () => programs.filter(([path]) => !existsSync(path)).map(([, name]) => name);
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.info(`Installing ${missing().join(", ")} …`);
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing()], { stdio: "inherit" });
  }
  return missing();
}
