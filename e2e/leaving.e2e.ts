/** What a member takes along and how they leave: the export of their data, and the deletion with its 14 days (§1, §4, §8). */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { confirmedMember, linkTo, PASSWORD, scanLink } from "./people.ts";
import { expect, expectNoSidewaysScroll, test } from "./strict.ts";

const LOCALES = ["en", "fr"] as const;
const DEAD = {
  en: "Link expired or invalid, request a new email",
  fr: "Lien expiré ou invalide, demandez un nouvel e-mail",
} as const;

const main = (page: Page) => page.getByRole("main");

test("the export is a zip that downloads once", async ({ visitor, expectAccessible }, info) => {
  const [url] = info.project.metadata.urls as [string];
  const page = await visitor();
  const email = await confirmedMember(page, url, "Export");
  await page.goto("/notifications/privacy?lang=en");
  await page.getByRole("button", { name: "Request my data" }).click();
  await expect(page.getByText("We’re putting your data together.")).toBeVisible();
  await page.getByRole("button", { name: "Request my data" }).click();
  await expect(page.getByText("You can request your data once a day.")).toBeVisible();
  await expect
    .poll(async () => linkTo(page.request, url, email), { timeout: 20_000 })
    .toContain("/notifications?token=");
  const link = await linkTo(page.request, url, email);
  await scanLink(page.request, link);
  await page.goto(link);
  await expectAccessible(page);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const file = await (await coming).path();
  expect(readFileSync(file).subarray(0, 2).toString()).toBe("PK");
  await page.getByRole("button", { name: "Download my data" }).click();
  await expect(page.getByText(DEAD.en)).toBeVisible();
});

// spec: 1.deletion-with-offer, 4.deletion, 4.deletion-pending, 8.deletion-pending
test("account deletion: no dark patterns, one offer, and 14 days to reactivate", async ({
  visitor,
  expectAccessible,
}, info) => {
  test.setTimeout(180_000);
  const [url] = info.project.metadata.urls as [string];

  await test.step("the accepted offer applies at the payment", async () => {
    const page = await visitor();
    await confirmedMember(page, url, "Stay");
    await page.goto("/notifications/account?lang=en");
    await page.getByRole("link", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete account" });
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("Please choose a reason.")).toBeVisible();
    await expect(dialog.getByRole("radio").first()).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole("radio", { name: "It costs too much" }).check({ force: true });
    await expect(dialog.getByText("Please choose a reason.")).toBeHidden();
    await dialog.getByRole("button", { name: "Continue" }).click();
    const [stay, go] = [
      page.getByRole("button", { name: "Stay with 25% off" }),
      page.getByRole("link", { name: "No, delete my account" }),
    ];
    await expectAccessible(page);
    const sizes = await Promise.all([stay, go].map(async (button) => (await button.boundingBox())!));
    expect(Math.abs(sizes[0]!.width - sizes[1]!.width)).toBeLessThan(2);
    expect(Math.abs(sizes[0]!.height - sizes[1]!.height)).toBeLessThan(2);
    await stay.click();
    const offer = page.getByText(/[Yy]our code STAY-\w{8} gives you 25% off/);
    await expect(offer).toBeVisible();
    const [code] = /STAY-\w{8}/.exec((await offer.textContent())!)!;
    await page.goto("/credits/p0");
    // the time bonus of the first hours comes before other codes, which can be typed
    await expect(main(page)).toContainText("TIMEBONUS25");
    await page.getByLabel("Discount code").fill(code!);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText(`${code} is applied.`)).toBeVisible();
    await expect(main(page)).toContainText("€7.49");
    await expectAccessible(page);
    await page.getByRole("radio", { name: /Card/ }).check({ force: true });
    await page.getByRole("button", { name: /^Buy now for / }).click();
    await expect(page.getByText("No money moves.")).toBeVisible();
    await expect(page.locator("body")).toContainText("7.49");
  });

  await test.step("the account is deleted, a login explains it, the link reactivates it", async () => {
    const page = await visitor();
    const email = await confirmedMember(page, url, "Leave");
    await page.goto("/notifications?lang=en&leave=pause&declined=1");
    const dialog = page.getByRole("dialog", { name: "Delete account" });
    await dialog.getByLabel("Enter your password so we know it’s you").fill("not my password");
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByText("That password isn’t right. Nothing was changed.")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("Enter your password so we know it’s you").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByRole("heading", { name: "Your account is being deleted" })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    for (const [locale, words] of [
      ["en", "You have 14 days left to reactivate it with the link"],
      ["fr", "Pendant encore 14 jours"],
    ] as const) {
      await page.goto(`/login?lang=${locale}`);
      await page.locator("input[name=email]").fill(email);
      await page.locator("input[name=password]").fill(PASSWORD);
      await main(page).locator("button[type=submit]").click();
      await expect(main(page)).toContainText(words);
      await expectAccessible(page);
    }
    const link = await linkTo(page.request, url, email);
    await scanLink(page.request, link);
    await page.goto(link);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Reactivate my account" }).click();
    await expect(page).toHaveURL(/\/members/);
    for (const locale of LOCALES) {
      await page.goto(link.replace("lang=en", `lang=${locale}`));
      await main(page).locator("button[type=submit]").click();
      await expect(page.getByRole("heading", { name: DEAD[locale] })).toBeVisible();
    }
  });

  await test.step("every step works without script", async () => {
    const scripted = await visitor();
    const email = await confirmedMember(scripted, url, "Quiet");
    const context = await scripted
      .context()
      .browser()!
      .newContext({
        javaScriptEnabled: false,
        baseURL: url,
        locale: "en-GB",
        storageState: await scripted.context().storageState(),
      });
    const page = await context.newPage();
    await page.goto("/notifications/account");
    await page.getByRole("link", { name: "Delete my account" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Please choose a reason.")).toBeVisible();
    await page.getByRole("radio", { name: "I need a break" }).check({ force: true });
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("link", { name: "No, delete my account" }).click();
    await page.getByLabel("Enter your password so we know it’s you").fill(PASSWORD);
    await main(page).getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByRole("heading", { name: "Your account is being deleted" })).toBeVisible();
    await page.goto(await linkTo(page.request, url, email));
    await page.getByRole("button", { name: "Reactivate my account" }).click();
    await expect(page).toHaveURL(/\/members/);
    await context.close();
  });
});
