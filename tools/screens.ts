/** The pictures of docs/screens.md: what each defect of the review looks like now. Taken with those of the README. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { DEMO_LOGINS, DEMO_PASSWORD, type DemoLogin } from "../server/db/demo/logins.ts";

const PICTURES = fileURLToPath(new URL("../docs/pictures/screens/", import.meta.url));
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };
const WIDTH = 240;
const MOST_BYTES = 20_000;

interface Screen {
  /** File name: the number of the defect, and a word. */
  name: string;
  as?: DemoLogin["kind"];
  dark?: boolean;
  language?: string;
  show: (page: Page) => Promise<unknown>;
}

const open = (path: string) => (page: Page) => page.goto(path, { waitUntil: "networkidle" });
const button = (page: Page, name: RegExp) => page.getByRole("button", { name }).filter({ visible: true }).first();

async function openFirst(page: Page, list: string): Promise<void> {
  await open(list)(page);
  const first = page.locator(`main a[href^="${list}/"]:not([href*="?"])`).first();
  await open((await first.getAttribute("href"))!)(page);
}

async function order(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /^Card/ }).check({ force: true });
  await button(page, /^Buy now for /).click();
  await page.waitForURL(/\/sandbox\/pay\//);
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel("Card number").fill("4242424242424242");
  await button(page, /^Pay /).click();
  await page.waitForURL(/\/transactions\//);
}

async function openTransaction(page: Page, status: RegExp): Promise<void> {
  await open("/transactions")(page);
  await page.getByRole("main").getByRole("link", { name: status }).first().click();
  await page.waitForURL(/\/transactions\/./);
}

async function runOutOfCredits(page: Page): Promise<void> {
  await openFirst(page, "/chats");
  const field = page.getByRole("textbox", { name: /message to/i });
  await field.fill("Saturday would be lovely.");
  await field.press("Enter");
  await page.getByRole("dialog").waitFor();
}

/** The screens of the account step, up to the last one. */
async function answerAccount(page: Page): Promise<void> {
  await open("/signup?gender=woman&looking_for=man")(page);
  const next = () => button(page, /^Continue$/).click();
  await page.getByLabel("Day").fill("12");
  await page.getByLabel("Month").selectOption("4");
  await page.getByLabel("Year").fill("1990");
  await page.getByLabel("Username").fill("Marlene");
  await next();
  await page.getByLabel("Email address").fill("marlene@example.test");
  await page.getByLabel("Password", { exact: true }).fill("a quiet evening in");
  await next();
}

const SCREENS: Screen[] = [
  {
    name: "01-payment-left",
    as: "free",
    show: async (page) => {
      await open("/credits/p1")(page);
      await order(page);
      await openTransaction(page, /not paid/i);
    },
  },
  {
    name: "02-offline",
    as: "premium",
    show: async (page) => {
      await open("/members")(page);
      await page.context().setOffline(true);
      await page.getByRole("link", { name: /likes/i }).filter({ visible: true }).first().click();
      await page
        .getByText(/offline/i)
        .filter({ visible: true })
        .first()
        .waitFor();
    },
  },
  { name: "03-profile", as: "premium", show: (page) => openFirst(page, "/members") },
  { name: "04-first-matches", as: "premium", show: open("/signup-matches") },
  {
    name: "05-receipt",
    as: "free",
    show: async (page) => {
      await open("/credits/p1")(page);
      await order(page);
      await pay(page);
      await openTransaction(page, /completed|paid/i);
    },
  },
  { name: "06-match-finder", as: "premium", show: open("/match-finder") },
  { name: "07-conversation", as: "premium", show: (page) => openFirst(page, "/chats") },
  {
    name: "08-likes-sent",
    as: "premium",
    show: async (page) => {
      await open("/signup-matches")(page);
      for (const at of [0, 1]) await page.getByRole("checkbox").nth(at).check({ force: true });
      await button(page, /^Like selected/).click();
      await page.getByText(/2 likes sent/).waitFor();
    },
  },
  { name: "09-first-search", as: "free", show: open("/members") },
  { name: "10-out-of-credits", as: "out of credits", show: runOutOfCredits },
  {
    name: "11-back-to-the-conversation",
    as: "out of credits",
    show: async (page) => {
      await runOutOfCredits(page);
      await page.getByRole("dialog").getByRole("link", { name: "Buy credits" }).click();
      await page.waitForURL(/\/(premium|credits)/);
      await page
        .getByRole("link", { name: /60 credits/ })
        .first()
        .click();
      await page.waitForURL(/\/credits\/p1/);
      await order(page);
      await pay(page);
    },
  },
  { name: "12-consent", show: answerAccount },
  {
    name: "13-deletion",
    as: "premium",
    show: async (page) => {
      await open("/notifications/account?leave=1")(page);
      await button(page, /^Continue$/).click();
    },
  },
  { name: "14-home-dark", dark: true, show: open("/") },
  { name: "15-photo-step", as: "not confirmed", show: open("/complete-signup?step=photo") },
  {
    name: "16-last-page",
    as: "premium",
    language: "pl",
    show: async (page) => {
      await open("/members?gender=woman&page=99")(page);
      await page
        .locator("main nav")
        .last()
        .evaluate((pages) => pages.scrollIntoView({ block: "center" }));
    },
  },
  { name: "17-me", as: "premium", show: open("/me") },
  { name: "18-prices", as: "free", show: open("/credits") },
  {
    name: "19-swipe-game",
    as: "premium",
    show: async (page) => {
      await open("/swipe-game")(page);
      await button(page, /^Skip/).click();
    },
  },
  { name: "20-demo-bar-german", language: "de", show: open("/members") },
  { name: "21-login", show: open("/login") },
  { name: "22-confirm", as: "not confirmed", show: open("/complete-signup?step=confirm") },
];

/** Takes those whose names contain `only`; returns what went wrong. */
export async function takeScreens(browser: Browser, url: string, only: string): Promise<string[]> {
  mkdirSync(PICTURES, { recursive: true });
  const wrong: string[] = [];
  for (const screen of SCREENS.filter(({ name }) => name.includes(only)))
    await take(browser, url, screen).catch((error) => wrong.push(`${screen.name}: ${error}`));
  return wrong;
}

async function take(browser: Browser, url: string, { name, as, dark, language, show }: Screen): Promise<void> {
  const context = await browser.newContext({
    ...PHONE,
    baseURL: url,
    colorScheme: dark ? "dark" : "light",
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  if (as) {
    const { email } = DEMO_LOGINS.find(({ kind }) => kind === as)!;
    await context.request.post("/api/user.php", { headers: { origin: url }, data: { email, password: DEMO_PASSWORD } });
  }
  if (language) await context.addCookies([{ name: "locale", value: language, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await show(page);
  await page.waitForTimeout(600); // pictures, and the end of dialogs' motion
  const picture = await sharp(await page.screenshot())
    .resize(WIDTH)
    .webp({ quality: 60 })
    .toBuffer();
  if (picture.length > MOST_BYTES) throw new Error(`${name}: ${picture.length} bytes`);
  writeFileSync(join(PICTURES, `${name}.webp`), picture);
  await context.close();
}
