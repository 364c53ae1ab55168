/**
 * A picture of every screen in every size, scheme and language, for a look by eye: `npm run gallery -- --out folder`, or less of it
 * by `--widths 390 --schemes dark --languages de,pl --only profile`. Says which screens are wider than their window.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LANDERS } from "@serenade/contract/lander-copies";
import { BUILT_IN_PAGES } from "@serenade/contract/pages";
import { type Browser, chromium, type Page } from "playwright-core";
import { freePort, startProduct } from "../faults/servers.ts";
import { DEMO_LOGINS, DEMO_PASSWORD, type DemoLogin } from "../server/db/demo/logins.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "test-results/gallery" },
    widths: { type: "string", default: "390,768,1280" },
    schemes: { type: "string", default: "light,dark" },
    languages: { type: "string", default: "en,de,pl,fi" },
    only: { type: "string", default: "" },
  },
});

type Viewer = "visitor" | DemoLogin["kind"];
/** "…" stands for the first link of the page before it. */
const SCREENS: Record<Viewer, string[]> = {
  visitor: [
    "/",
    "/members",
    "/login",
    "/signup",
    "/pricing",
    "/match-finder",
    "/reset-password",
    "/withdrawal",
    "/activate/error",
    "/account-deleted",
    "/nothing-here",
    "/offline",
    "/lang-config",
    ...BUILT_IN_PAGES.map((token) => `/${token}`),
    ...LANDERS.map((name) => `/landers/${name}`),
    "/members/…",
    "/members/…/landing",
    "/members/…/landing2",
    "/members/…/landing3",
  ],
  premium: [
    "/members",
    "/members/…",
    "/likes",
    "/likes/sent",
    "/likes/matches",
    "/chats",
    "/chats/…",
    "/chats?show=requests",
    "/swipe-game",
    "/match-finder",
    "/match-finder?who=woman&min_age=22&max_age=60&where=&what_for=going_out&interests=music",
    "/profile",
    "/notifications",
    "/notifications?leave=1",
    "/notifications/second-factor",
    "/credits",
    "/credits/p1",
    "/directdebit",
    "/transactions",
    "/complete-signup",
    "/signup-matches",
  ],
  free: ["/premium", "/members?country=NZ&min_age=98&max_age=99"],
  "out of credits": ["/chats"],
  "not confirmed": ["/members", "/complete-signup?step=confirm"],
};

const executablePath = process.env.CHROMIUM;
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
const directory = mkdtempSync(join(tmpdir(), "serenade-gallery-"));
const product = await startProduct(
  { MODE: "demo", SERENADE_PAGES: "built", NODE_ENV: "production", DATA_DIR: directory },
  await freePort(),
);
mkdirSync(values.out, { recursive: true });
let taken = 0;
const wide: string[] = [];
for (const width of values.widths.split(","))
  for (const scheme of values.schemes.split(",") as ("light" | "dark")[])
    for (const language of values.languages.split(","))
      for (const viewer of Object.keys(SCREENS) as Viewer[])
        await take(browser, viewer, { width: Number(width), scheme, language });
await browser.close();
await product.stop();
rmSync(directory, { recursive: true, force: true });
console.info(`${taken} pictures in ${values.out}`);
for (const file of wide) console.error(`wider than its window: ${file}`);
process.exit(wide.length > 0 ? 1 : 0);

async function take(
  browser: Browser,
  viewer: Viewer,
  { width, scheme, language }: { width: number; scheme: "light" | "dark"; language: string },
): Promise<void> {
  const screens = SCREENS[viewer].filter((path) => path.includes(values.only));
  if (screens.length === 0) return;
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width, height: width < 600 ? 844 : 900 },
    hasTouch: width < 600,
    colorScheme: scheme,
    locale: language,
    reducedMotion: "reduce",
  });
  await context.addCookies([{ name: "locale", value: language, url: product.url }]);
  if (viewer !== "visitor") {
    const { email } = DEMO_LOGINS.find(({ kind }) => kind === viewer)!;
    const headers = { origin: product.url };
    await context.request.post("/api/user.php", { headers, data: { email, password: DEMO_PASSWORD } });
    await context.addCookies([{ name: "locale", value: language, url: product.url }]);
  }
  const page = await context.newPage();
  for (const path of screens) {
    await open(page, path);
    const name =
      path
        .replace("…", "one")
        .replaceAll(/[^\w]+/g, "-")
        .replace(/^-|-$/g, "") || "home";
    const file = join(values.out, `${name}-${viewer.replaceAll(" ", "-")}-${width}-${scheme}-${language}.png`);
    await page.screenshot({ path: file, fullPage: true });
    taken++;
    if (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) wide.push(file);
  }
  await context.close();
}

async function open(page: Page, path: string): Promise<void> {
  const [list, rest] = path.split("/…") as [string, string?];
  if (rest === undefined) return void (await page.goto(path, { waitUntil: "networkidle" }));
  await page.goto(list, { waitUntil: "networkidle" });
  const first = page.locator(`main a[href^="${list}/"]:not([href*="?"])`).first();
  await page.goto((await first.getAttribute("href"))! + rest, { waitUntil: "networkidle" });
}
