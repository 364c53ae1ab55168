/** §2 Error page: the status, and "If showing the error page itself fails, it shows …", on the server and in the browser. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { freePort, type Product, startProduct } from "../faults/servers.ts";
import { brokenErrorPage } from "./broken-error-page.ts";
import { expect, test, waitForReact } from "./strict.ts";

const TEXT = "An error occurred while showing the error page";

let product: Product;
let directory: string;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  directory = mkdtempSync(join(tmpdir(), "serenade-last-resort-"));
  const preload = fileURLToPath(new URL("./break-error-page.ts", import.meta.url));
  product = await startProduct(
    { MODE: "test", SERENADE_PAGES: "built", NODE_ENV: "production", DATA_DIR: directory },
    await freePort(),
    { nodeOptions: ["--import", preload], logFile: join(directory, "log") },
  );
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function expectLastResort(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: TEXT })).toBeVisible();
  await expect(page).toHaveTitle(TEXT);
  await expect(page.getByRole("main")).toHaveCount(1);
}

// spec: 2.error-page-fails
for (const [scheme, javaScriptEnabled] of [
  ["light", true],
  ["dark", true],
  ["light", false],
  ["dark", false],
] as const)
  test(`from the server, ${scheme}, ${javaScriptEnabled ? "with" : "without"} script`, async ({
    browser,
    expectAccessible,
  }) => {
    // a browser reports every answer of 500 on the console, so this page is not one of strict.ts
    const context = await browser.newContext({ baseURL: product.url, colorScheme: scheme, javaScriptEnabled });
    const page = await context.newPage();
    const answer = await page.goto("/nothing/here?lang=pl");
    expect([answer!.status(), answer!.headers()["content-language"]]).toEqual([500, "en"]);
    await expectLastResort(page);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(scheme === "dark" ? "rgb(16, 23, 30)" : "rgb(251, 248, 244)");
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("link", { name: "Go back home" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
    expect(readFileSync(join(directory, "log"), "utf8")).toContain("no words");
    await context.close();
  });

// spec: 2.error-page-fails
for (const scheme of ["light", "dark"] as const)
  test(`in the browser, ${scheme}`, async ({ browser, baseURL, expectAccessible }) => {
    // React reports what its boundaries catch on the console, so this page is not one of strict.ts
    const context = await browser.newContext({ baseURL: baseURL!, colorScheme: scheme, locale: "en-GB" });
    const page = await context.newPage();
    await page.route("**/assets/*.js", async (route) => {
      const response = await route.fetch();
      const script = await response.text();
      await route.fulfill({ response, body: brokenErrorPage(script) ?? script });
    });
    await page.route("**/pricing.data*", (route) => route.fulfill({ status: 500, body: "broken" }));
    await page.goto("/");
    await page.keyboard.press("Tab");
    await waitForReact(page);
    await page.locator('a[href="/pricing"]').last().click();
    await expectLastResort(page);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go back home" }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(TEXT);
    await context.close();
  });

// spec: 2.error-page
test("the error page has the message and the status, 500 unless known, and the way home", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL!, locale: "en-GB" });
  const page = await context.newPage();
  await page.route("**/pricing.data*", (route) => route.fulfill({ status: 500, body: "broken" }));
  await page.goto("/");
  await page.keyboard.press("Tab");
  await waitForReact(page);
  await page.locator('a[href="/pricing"]').last().click();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("An error occured, please try again later.");
  await expect(main).toContainText("500");
  await expect(main.getByRole("link", { name: "Go to the home page" })).toHaveAttribute("href", "/");
  await context.close();
});
