/**
 * The main journeys in Firefox and WebKit, on a phone's width and a desktop's; `--sample` runs one width of each. Exits with 1 and the
 * step that failed. `PICTURES` names a folder for a picture of each end.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startProduct } from "../faults/servers.ts";
import type { Browser } from "./browser.ts";
import { openFirefox } from "./firefox.ts";
import { member, visitor } from "./journeys.ts";
import { openWebKit } from "./webkit.ts";

const sample = process.argv.includes("--sample");
/** Firefox's narrowest window is 450 wide, whatever is asked for. */
const SIZES = sample ? [[460, 844] as const] : [[460, 844] as const, [1280, 900] as const];
const WEBKIT = {
  driver: process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver",
  binary: process.env.WEBKIT_BROWSER ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
};
const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
for (const path of [FIREFOX, WEBKIT.driver, WEBKIT.binary])
  if (!existsSync(path)) throw new Error(`${path} is missing: apt-get install firefox-esr webkit2gtk-driver xvfb`);

const directory = mkdtempSync(join(tmpdir(), "serenade-browsers-"));
const product = await startProduct(
  { MODE: "demo", SERENADE_PAGES: "built", NODE_ENV: "production", DATA_DIR: directory },
  await freePort(),
);
const url = product.url.replace("127.0.0.1", "localhost");
let failed = 0;
for (const [width, height] of SIZES)
  for (const open of [() => openFirefox(FIREFOX, width, height), () => openWebKit(WEBKIT, width, height)])
    for (const journey of [visitor, member]) {
      // a busy machine may be too slow once; a second attempt is reported
      const passed = (await run(open, journey, width)) || (await run(open, journey, width));
      if (!passed) failed++;
    }
await product.stop();
rmSync(directory, { recursive: true, force: true });
process.exit(failed ? 1 : 0);

type Journey = (browser: Browser, url: string) => Promise<void>;

/** In a browser of its own; false where a step failed. */
async function run(open: () => Promise<Browser>, journey: Journey, width: number): Promise<boolean> {
  const browser = await open();
  const title = `${browser.name}, ${width} px: ${journey.name}`;
  const began = performance.now();
  let passed = true;
  try {
    await journey(browser, url);
    console.info(`ok      ${title} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    passed = false;
    console.error(`FAILED  ${title}: ${(error as Error).message} at ${await browser.address().catch(() => "?")}`);
  }
  const pictures = process.env.PICTURES;
  if (pictures) await browser.picture(join(pictures, `${browser.name}-${width}-${journey.name}.png`)).catch(() => {});
  await browser.close();
  return passed;
}
