/**
 * The pictures of the README and of docs/screens.md: the built product in demo mode on a free port, in a temporary folder, in Chromium.
 * Started by `npm run screenshots`, which provides the build and the browser; `--only 05` takes those with that in their names.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { freePort, pause, startProduct } from "../faults/servers.ts";
import { DEMO_LOGINS, DEMO_PASSWORD, type DemoLogin } from "../server/db/demo/logins.ts";
import { takeScreens } from "./screens.ts";

const PICTURES = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
const DARK: BrowserContextOptions = { ...PHONE, colorScheme: "dark" };

const { only } = parseArgs({ options: { only: { type: "string", default: "" } } }).values;

interface Picture {
  name: string;
  screen: BrowserContextOptions;
  /** The logged-in member; a visitor if it is missing. */
  as?: DemoLogin["kind"];
  path: string;
  /** Clicked first, to open an entry of a list. */
  follow?: (page: Page) => Promise<unknown>;
  /** Scroll position in pixels. */
  down?: number;
}

/** In the page: every visible picture is loaded. */
const SETTLED = `[...document.images].every((image) => {
  const { top, left, width } = image.getBoundingClientRect();
  return image.complete || width === 0 || top > innerHeight || left > innerWidth;
})`;

const openFirst = (links: string) => async (page: Page) => {
  const path = await page.locator(`main a[href^="${links}"]`).first().getAttribute("href");
  await page.goto(new URL(path!, page.url()).href, { waitUntil: "networkidle" });
};

const pictures: Picture[] = [
  { name: "search", screen: WIDE, as: "premium", path: "/members" },
  { name: "conversation", screen: PHONE, as: "premium", path: "/chats", follow: openFirst("/chats/") },
  { name: "member", screen: PHONE, as: "premium", path: "/members", follow: openFirst("/members/"), down: 130 },
  { name: "likes", screen: DARK, as: "premium", path: "/likes" },
  { name: "credits", screen: PHONE, as: "free", path: "/credits?lang=en" },
];

const executablePath = process.env.CHROMIUM;
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
const directory = mkdtempSync(join(tmpdir(), "serenade-pictures-"));
const product = await startProduct(
  { MODE: "demo", SERENADE_PAGES: "built", NODE_ENV: "production", DATA_DIR: directory },
  await freePort(),
);
try {
  mkdirSync(PICTURES, { recursive: true });
  let bytes = 0;
  for (const picture of pictures.filter(({ name }) => name.includes(only))) bytes += await take(browser, picture);
  console.info(`Pictures in docs/pictures/, ${(bytes / 1e6).toFixed(2)} MB`);
  for (const wrong of await takeScreens(browser, product.url, only)) {
    console.error(wrong);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await product.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function take(browser: Browser, { name, screen, as, path, follow, down = 0 }: Picture): Promise<number> {
  const context = await browser.newContext({
    ...screen,
    baseURL: product.url,
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  if (as) await logIn(page, as);
  await page.goto(path, { waitUntil: "networkidle" });
  await follow?.(page);
  await page.evaluate(`scrollTo(0, ${down})`);
  // Evaluated from outside: the content security policy of the pages forbids eval.
  for (let tries = 0; tries < 100 && !(await page.evaluate(SETTLED)); tries++) await pause(50);
  await pause(300);
  const file = join(PICTURES, `${name}.jpg`);
  await page.screenshot({ path: file, type: "jpeg", quality: 82 });
  await context.close();
  return statSync(file).size;
}

async function logIn(page: Page, kind: DemoLogin["kind"]): Promise<void> {
  const { email } = DEMO_LOGINS.find((login) => login.kind === kind)!;
  await page.goto("/login", { waitUntil: "networkidle" });
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}
