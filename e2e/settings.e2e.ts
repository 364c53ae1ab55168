/** The settings section by section, and unsubscribing: the alert, the confirmation page, resubscribing. */
import { joinByApi, linkTo, newcomer, signUp } from "./people.ts";
import { expect, test } from "./strict.ts";

const ALERT = "Some of your emails are paused";

// spec: 1.notification-settings, 3.notification-kinds, 2.route.notifications
test("each section of the settings saves the choices", async ({ visitor, expectAccessible }, info) => {
  const urls = info.project.metadata.urls as [string, string];
  const page = await visitor();
  const anna = newcomer("Anneke", "Woman", "Men");
  await signUp(page, anna);
  await page.goto(await linkTo(page.request, urls[0], anna.email));
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  const section = (name: string) => page.locator("section").filter({ has: page.getByRole("heading", { name }) });
  const saved = async (name: string) => {
    await expect(section(name).getByRole("status")).toHaveText("Saved.");
    await page.reload();
  };
  const save = async (name: string) => {
    await section(name).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.").last()).toBeVisible();
    await page.reload();
  };

  await test.step("the index leads to a page for each group", async () => {
    await page.goto("/notifications");
    const index = page.getByRole("navigation", { name: "Settings" });
    await expectAccessible(page);
    for (const [group, heading] of [
      ["Account", "Change email address"],
      ["Privacy", "Your data"],
      ["Security", "Change password"],
      ["Payments", "Spending limit"],
      ["Notifications", "Push notifications on this device"],
    ] as const) {
      await index.getByRole("link", { name: group }).click();
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      await expectAccessible(page);
      const back = page.getByRole("main").getByRole("link", { name: "Settings", exact: true });
      if (await back.isVisible()) await back.click();
    }
    await page.goto("/notifications/nothing");
    await expect(page.getByText("This page could not be found")).toBeVisible();
  });

  await test.step("news: eight kinds, by email and by push, each saves itself", async () => {
    await page.goto("/notifications/notifications");
    const news = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Notifications", exact: true }) });
    const one = (name: string) => news.getByRole("switch", { name });
    await expect(news.getByRole("switch")).toHaveCount(16);
    await one("Likes: by email").setChecked(false);
    await one("News: by push").setChecked(false);
    await one("News: by push").setChecked(true);
    await expect(news.getByRole("status")).toHaveText("Saved.");
    await page.reload();
    await expect(one("Likes: by email")).not.toBeChecked();
    await expect(one("Likes: by push")).toBeChecked();
    await expect(one("News: by push")).toBeChecked();
    await expectAccessible(page);
  });

  await test.step("a switch that cannot be saved turns back, with the reason", async () => {
    const likes = page.getByRole("switch", { name: "Likes: by push" });
    await page.route("**/api/notifications.php", (route) =>
      route.fulfill({ status: 403, json: { error: "forbidden", message: "Not today." } }),
    );
    await likes.click();
    await expect(page.getByText("Not today.").last()).toBeVisible();
    await expect(likes).toBeChecked();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();
    await expect(likes).toBeChecked();
  });

  await test.step("privacy: who may write first, receipts; being invisible leads to premium", async () => {
    await page.goto("/notifications/privacy");
    const privacy = section("Privacy");
    await privacy.getByRole("radio", { name: "People I’ve liked" }).check({ force: true });
    await privacy.getByRole("switch", { name: /Show when I’ve read messages/ }).setChecked(false);
    await expect(privacy.getByRole("switch", { name: /Invisible mode/ })).toBeDisabled();
    await expect(privacy.getByRole("link", { name: "This is a premium feature." })).toHaveAttribute("href", "/premium");
    await saved("Privacy");
    await expect(privacy.getByRole("radio", { name: "People I’ve liked" })).toBeChecked();
    await expect(privacy.getByRole("switch", { name: /Show when I’ve read messages/ })).not.toBeChecked();
  });

  await test.step("spending: an invalid amount has an error, a lower limit applies at once, a higher one later with its date", async () => {
    await page.goto("/notifications/money");
    const spending = section("Spending limit");
    const field = spending.getByRole("textbox", { name: /Limit per month/ });
    await field.fill("a lot");
    await spending.getByRole("button", { name: "Save" }).click();
    await expect(spending.getByText("This number is out of range.").first()).toBeVisible();
    await expect(field).toHaveValue("a lot");
    await field.fill("20");
    await save("Spending limit");
    await expect(field).toHaveValue("20");
    await field.fill("45,50");
    await save("Spending limit");
    await expect(field).toHaveValue("20");
    await expect(spending.getByText(/From .+: .*45\.50/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the limit refuses an order, with a message", async () => {
    await page.goto("/credits/p1");
    await page.getByRole("radio", { name: /Card/ }).check({ force: true });
    await page.getByRole("button", { name: /^Buy now for / }).click();
    await expect(page.getByText(/over your own limit of .*20\.00 this month/)).toBeVisible();
  });

  await test.step("consent: the consequences are shown before it is withdrawn; it can be given again", async () => {
    await page.goto("/notifications/privacy");
    const consent = section("Your consent");
    await consent.getByText("Withdraw my consent").click();
    await expect(consent.getByText(/will no longer be shown to anyone/)).toBeVisible();
    await consent.getByRole("button", { name: "Withdraw now" }).click();
    await expect(consent.getByText("You’ve withdrawn your consent.")).toBeVisible();
    await expectAccessible(page);
    await consent.getByRole("button", { name: "I agree again" }).click();
    await expect(consent.getByText(/You’ve agreed/)).toBeVisible();
  });
});

test("on a phone no page of the settings is longer than two screens, in English and in German", async ({
  visitor,
  baseURL,
}) => {
  const page = await visitor(0, { viewport: { width: 390, height: 844 } });
  await joinByApi(page, baseURL!, newcomer("Lotte", "Woman", "Men"));
  const long: string[] = [];
  for (const lang of ["en", "de"])
    for (const group of ["account", "notifications", "privacy", "security", "money"]) {
      await page.goto(`/notifications/${group}?lang=${lang}`);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (height > 1_700) long.push(`${group} ${lang}: ${height}`);
    }
  expect(long).toEqual([]);
});

test("the settings work without script", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL!, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto("/login?lang=en");
  await page.getByLabel("Email address").fill("free@example.test");
  await page.getByLabel("Password", { exact: true }).fill("an evening out");
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await page.goto("/notifications");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Privacy" }).click();
  const privacy = page.locator("section").filter({ has: page.getByRole("heading", { name: "Privacy" }) });
  await privacy.getByRole("radio", { name: /match my search/ }).check();
  await privacy.getByRole("button", { name: "Save" }).click();
  await expect(privacy.getByText("Saved.")).toBeVisible();
  await expect(privacy.getByRole("radio", { name: /match my search/ })).toBeChecked();
  await privacy.getByRole("radio", { name: "Everyone" }).check();
  await privacy.getByRole("button", { name: "Save" }).click();
  await expect(privacy.getByRole("radio", { name: "Everyone" })).toBeChecked();
  await context.close();
});

// spec: 4.disabled-alert, 4.disabled-alert-dismissed, 4.disabled-alert-routes, 4.mails-disabled-listunsubscribe
test("a link unsubscribes, the alert says why, and the settings resubscribe", async ({
  visitor,
  expectAccessible,
}, info) => {
  const urls = info.project.metadata.urls as [string, string];
  const [clara, daan] = [newcomer("Clara", "Woman", "Men"), newcomer("Daan", "Man", "Women")];
  const [hers, his] = [await visitor(0), await visitor(1)];
  await signUp(hers, clara);
  await hers.goto(await linkTo(hers.request, urls[0], clara.email));
  await hers.getByRole("button", { name: "Confirm my address" }).click();
  await expect(hers.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  await hers.goto("about:blank");
  await signUp(his, daan);
  await his.goto(await linkTo(his.request, urls[1], daan.email));
  await his.getByRole("button", { name: "Confirm my address" }).click();
  await expect(his.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();

  await test.step("daan writes while clara is away", async () => {
    await his.request.post(`${urls[0]}/dev/clock`, { data: { advance: "PT10M" } });
    const found = (await (await his.request.get("/api/members.php?gender=woman")).json()) as {
      results: { id: string; name: string }[];
    };
    const id = found.results.find(({ name }) => name === clara.name)!.id;
    await his.goto(`/members/${id}/chat`);
    await his.getByRole("textbox", { name: /message to/i }).fill("Good evening, Clara.");
    await his.keyboard.press("Enter");
    await expect(his.getByRole("log").getByText("Good evening, Clara.")).toBeVisible();
  });

  await test.step("the link in the email asks first, and needs no login", async () => {
    const stranger = await visitor();
    const mails = (await (await stranger.request.get(`${urls[0]}/dev/outbox.json`)).json()) as {
      to: string;
      subject: string;
      links: string[];
    }[];
    const mail = mails.find(({ to }) => to === clara.email)!;
    expect(mail.subject).toBe(`${daan.name} wrote to you`);
    await stranger.goto(mail.links.at(-1)!);
    await expect(stranger).toHaveURL(/\/unsubscribe\?token=/);
    await expectAccessible(stranger);
    await stranger.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(stranger.getByRole("heading", { name: "Done" })).toBeVisible();
    await expectAccessible(stranger);
    await stranger.goto("/unsubscribe?token=nothing");
    await stranger.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(stranger.getByText("This link is incomplete.")).toBeVisible();
  });

  await test.step("clara sees the reason, on every page but the settings, until she dismisses it", async () => {
    await hers.goto("/members");
    await expect(hers.getByText(ALERT)).toBeVisible();
    // on a phone the reason is in the settings
    if (hers.viewportSize()!.width >= 576)
      await expect(hers.getByText("You unsubscribed with a link in one of our emails.")).toBeVisible();
    await expectAccessible(hers);
    await hers.goto("/chats");
    await expect(hers.getByText(ALERT)).toBeVisible();
    await expectAccessible(hers);
    await hers.getByRole("button", { name: "Dismiss" }).click();
    await expect(hers.getByText(ALERT)).toBeHidden();
    await hers.reload();
    await expect(hers.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(hers.getByText(ALERT)).toBeHidden();
    const kept = await hers.evaluate(() => localStorage.getItem("hide-disabled-notifications-alert"));
    expect(Math.abs(Date.now() - Number(kept))).toBeLessThan(60_000);
  });

  await test.step("the settings show it in their section, and resubscribe", async () => {
    await hers.evaluate(() => localStorage.clear());
    await hers.goto("/members");
    await hers.getByRole("link", { name: "Go to settings" }).click();
    await expect(hers).toHaveURL(/\/notifications/);
    await expect(hers.getByText(ALERT)).toHaveCount(1);
    await expect(hers.getByText("You unsubscribed with a link in one of our emails.")).toBeVisible();
    await hers.getByRole("button", { name: "Turn emails back on" }).click();
    await expect(hers.getByText("You’ll get our emails again.")).toBeVisible();
    await expect(hers.getByText(ALERT)).toHaveCount(0);
    await hers.goto("/members");
    await expect(hers.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(hers.getByText(ALERT)).toHaveCount(0);
  });
});
