/** The time bonus from its appearance to its end. The product is one of its own, because its clock is moved. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { freePort, type Product, startProduct } from "../faults/servers.ts";
import { watchTimers } from "./pending-timers.ts";
import { joinByApi, newcomer, writeTo } from "./people.ts";
import { expect, test } from "./strict.ts";
import { wordsOf } from "./words.ts";

const FULL = /24[.,]99/;
const REDUCED = /18[.,]74/;

let product: Product;
let directory: string;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  directory = mkdtempSync(join(tmpdir(), "serenade-bonus-"));
  product = await startProduct(
    { MODE: "test", SERENADE_PAGES: "built", NODE_ENV: "production", DATA_DIR: directory },
    await freePort(),
  );
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const advance = async (seconds: number) => {
  const answer = await fetch(`${product.url}/dev/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advance: `PT${seconds}S` }),
  });
  expect(answer.ok).toBe(true);
};
const secondsLeft = async (page: Page): Promise<number> =>
  ((await (await page.request.get("/api/discountcode.php?welcome=true")).json()) as { seconds_left: number })
    .seconds_left;
const creditsOf = async (page: Page): Promise<number> =>
  ((await (await page.request.get("/api/user.php")).json()) as { user: { credits: number } }).user.credits;
const ordersOf = async (page: Page): Promise<unknown[]> =>
  ((await (await page.request.get("/api/transactions.php")).json()) as { transactions: unknown[] }).transactions;

for (const locale of ["en", "de"]) {
  const words = wordsOf(locale);
  const bonus = (key: string) => words.pattern(`credits.bonus.${key}`);

  // spec: 4.bonus-countdown, 4.bonus-ends, 4.bonus-modal, 4.bonus-modal-dismissed, 2.banner-to-credits
  test(`the time bonus appears, counts down, lowers the price and ends, ${locale}`, async ({
    visitor,
    expectAccessible,
  }) => {
    const friend = await visitor(product.url);
    const to = await joinByApi(friend, product.url, newcomer("Friend", "Man", "Women"));
    const page = await visitor(product.url);
    await page.goto(`/?lang=${locale}`);
    await joinByApi(page, product.url, newcomer("Bonnie", "Woman", "Men"));
    // the modal is for members without credits
    for (let n = 0; (await creditsOf(page)) > 0; n++) await writeTo(page, product.url, to, `Hello, part ${n}`);
    const countdown = page.getByText(/^\d\d:\d\d:\d\d$/);
    const dialog = page.getByRole("dialog");

    await test.step("the banner counts down each second, and the packs cost less", async () => {
      await page.clock.install();
      await page.goto("/members");
      await expect(page.getByText(bonus("window"))).toBeVisible();
      const packs = page.locator("[data-notices]").getByRole("link", { name: words.text("credits.bonus.packs") });
      await expect(packs).toHaveAttribute("href", "/premium");
      await expect(countdown).toHaveText(/^03:5\d:\d\d$/);
      const before = (await countdown.textContent())!;
      await page.clock.runFor(2_000);
      await expect(countdown).not.toHaveText(before);
      await expect(dialog).toHaveCount(0);
    });

    await test.step("after forty seconds in the members area a dialog says so, once", async () => {
      await page.clock.runFor(41_000);
      await expect(dialog).toBeVisible();
      await expect(dialog.getByText(/4/).first()).toBeVisible();
      await expect(dialog.getByRole("timer")).toHaveAttribute("aria-live", "off");
      const packs = dialog.getByRole("link", { name: words.text("credits.bonus.packs") });
      await expect(packs).toHaveAttribute("href", "/premium");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: words.text("credits.bonus.close") }).click();
      await expect(dialog).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem("hide-time-bonus-modal"))).toMatch(/^\d{13}$/);
      await page.goto("/likes");
      await page.clock.runFor(60_000);
      await expect(dialog).toHaveCount(0);
    });

    const late = await page.context().newPage();
    await test.step("the order costs a quarter less", async () => {
      await page.goto("/premium");
      await expect(page.getByText(REDUCED).first()).toBeVisible();
      await late.goto("/credits/p1");
      await expect(late.getByText(REDUCED).first()).toBeVisible();
    });

    await test.step("at zero it is gone, and the price is the full one", async () => {
      await page.goto("/members");
      await expect(countdown).toBeVisible();
      await advance(Math.floor(await secondsLeft(page)) - 30);
      await page.reload();
      await expect(countdown).toHaveText(/^00:00:[0-3]\d$/);
      await advance(31);
      await page.clock.runFor(31_000);
      await expect(countdown).toHaveCount(0);
      await expect(page.getByText(bonus("window"))).toHaveCount(0);
      await page.goto("/premium");
      await expect(page.getByText(FULL).first()).toBeVisible();
      await expect(page.getByText(REDUCED)).toHaveCount(0);
    });

    await test.step("an order a second late is refused with words, and nothing is charged", async () => {
      const submit = late.getByRole("button", { name: words.pattern("payments.order.submit") });
      await late.getByRole("radio", { name: words.text("payments.method.card") }).check({ force: true });
      await submit.click();
      await expect(late.getByText(words.pattern("payments.order.discount_over"))).toBeVisible();
      await expect(late).toHaveURL(/\/credits\/p1/);
      await expect(late.getByText(FULL).first()).toBeVisible();
      await expect(late.getByText(REDUCED)).toHaveCount(0);
      await expectAccessible(late);
      expect(await ordersOf(page)).toEqual([]);
      await submit.click();
      await expect(late).toHaveURL(/\/sandbox\/pay\//);
    });
  });
}

// spec: 8.ignored-welcome, 8.ignored-badge
test("a welcome discount that cannot be fetched and a badge that cannot be set are ignored", async ({ visitor }) => {
  const page = await visitor(product.url);
  const badges: unknown[] = [];
  await page.exposeFunction("noteBadge", (value: unknown) => badges.push(value));
  await page.addInitScript(() => {
    const fail = async (value?: number) => {
      await (window as unknown as { noteBadge: (value: unknown) => Promise<void> }).noteBadge(value);
      throw new DOMException("no badge here", "NotAllowedError");
    };
    for (const name of ["setAppBadge", "clearAppBadge"])
      Object.defineProperty(Navigator.prototype, name, { configurable: true, value: fail });
  });
  await page.route("**/api/discountcode.php*", (route) => route.fulfill({ status: 404, json: { error: "not_found" } }));
  const asked = page.waitForResponse(/discountcode\.php\?welcome=true/);
  await joinByApi(page, product.url, newcomer("Bonnie", "Woman", "Men"));
  await page.goto("/members");
  await asked;
  await expect.poll(() => badges.length).toBeGreaterThan(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(wordsOf("en").pattern("credits.bonus.window"))).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

// spec: 4.bonus-modal-left, 9.bonus-modal
test("leaving the members area cancels the forty seconds; coming back, they start again", async ({ visitor }) => {
  const friend = await visitor(product.url);
  const to = await joinByApi(friend, product.url, newcomer("Friend", "Man", "Women"));
  const page = await visitor(product.url);
  const pending = await watchTimers(page);
  const waiting = async () => (await pending()).filter((delay) => delay === 40_000).length;
  await joinByApi(page, product.url, newcomer("Bonnie", "Woman", "Men"));
  for (let n = 0; (await creditsOf(page)) > 0; n++) await writeTo(page, product.url, to, `Hello, part ${n}`);
  const open = (path: string) => page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click();
  await page.goto("/likes");
  await expect.poll(waiting).toBe(1);
  await open("/me");
  await expect(page).toHaveURL(/\/me$/);
  await expect.poll(waiting).toBe(0);
  await open("/likes");
  await expect.poll(waiting).toBe(1);
  // an open conversation is not in the members area (§2), its list is
  await open("/chats");
  await expect(page).toHaveURL(/\/chats$/);
  await expect.poll(waiting).toBe(1);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Friend/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/chats\/[\w-]{22}$/);
  await expect.poll(waiting).toBe(0);
});
