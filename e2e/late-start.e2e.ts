/** Visitors' pages load no script before the first interaction, and no click is lost while it loads. */
import type { Page } from "playwright-core";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { logIn } from "./people.ts";
import { expect, test, waitForReact } from "./strict.ts";

const PAGES = [
  "/",
  "/members",
  "/pricing",
  "/login",
  "/signup",
  "/reset-password",
  "/match-finder",
  "/withdrawal",
  "/no-such-page",
];

/** Scripts arrive only when `release` is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("a visitor's page loads no script until the first key, and hydrates cleanly", async ({ page }) => {
  const scripts: string[] = [];
  let loading = "";
  page.on("request", (request) => {
    // what the page before still asks for is not this page's
    const from = new URL(request.headers().referer ?? "http://none").pathname;
    if (request.resourceType() === "script" && from === loading) scripts.push(request.url());
  });
  for (const path of PAGES) {
    scripts.length = 0;
    loading = path;
    await page.goto(path, { waitUntil: "networkidle" });
    expect([path, scripts]).toEqual([path, []]);
    await expect(page.locator("link[rel=modulepreload]")).toHaveCount(0);
    await page.keyboard.press("Tab");
    await waitForReact(page);
    expect(scripts.length).toBeGreaterThan(0);
  }
});

for (const delay of [0, 50, 300, 2_000])
  test(`the first click works ${delay} ms after the page is there`, async ({ page }) => {
    await page.goto("/members?gender=woman", { waitUntil: "commit" });
    const like = page
      .getByRole("main")
      .getByRole("link", { name: /^Log in to like / })
      .first();
    await like.waitFor();
    await page.waitForTimeout(delay);
    await like.click();
    await expect(page.getByRole("dialog").getByRole("group", { name: "I am" })).toBeVisible();

    await page.goto("/", { waitUntil: "commit" });
    const menu = page.locator("details[data-menu]").filter({ visible: true }).first();
    await menu.waitFor();
    await page.waitForTimeout(delay);
    await menu.locator("summary").click();
    await expect(menu).toHaveAttribute("open", "");
    await page.getByRole("heading", { level: 1 }).click();
    await expect(menu).not.toHaveAttribute("open", "");
  });

test("a visitor's page is stored without anything of one visitor", async ({ request }) => {
  const headers = { "accept-language": "en-GB", "accept-encoding": "br" };
  const first = await request.get("/pricing", { headers });
  const again = await request.get("/pricing", { headers });
  expect(again.headers().etag).toBe(first.headers().etag);
  expect(await again.text()).toBe(await first.text());
  expect(first.headers()["cache-control"]).toBe("private, no-cache");
  expect(first.headers()["content-encoding"]).toBe("br");
  expect(await first.text()).not.toContain("nonce=");
  expect(first.headers()["content-security-policy"]).toMatch(/script-src 'self' 'sha256-/);

  const unchanged = { ...headers, "if-none-match": first.headers().etag! };
  expect((await request.get("/pricing", { headers: unchanged })).status()).toBe(304);
  for (const other of [
    { "accept-language": "de" },
    { cookie: "theme=dark" },
    { cookie: "locale=fr" },
    { cookie: "source=utm_source%3Dnewsletter" },
  ])
    expect((await request.get("/pricing", { headers: { ...unchanged, ...other } })).status()).toBe(200);
  const own = await request.get("/pricing", { headers: { ...headers, cookie: "source=utm_source%3Dnewsletter" } });
  expect(own.headers().etag).toBeUndefined();
  const confirming = await request.get("/activate/done?token=nothing", { headers });
  expect(confirming.headers()["cache-control"]).toBe("no-store");
});

test("what is typed and ticked before React is there is known to it", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/signup?niche=2", { waitUntil: "commit" });
  await page.getByLabel("Username").fill("Twelve Rivers");
  await page.getByLabel("Month").selectOption("4");
  release();
  await waitForReact(page);
  await expect(page.getByLabel("Username")).toHaveValue("Twelve Rivers");
  await expect(page.getByLabel("Month")).toHaveValue("4");
  await page.getByLabel("Day").fill("12");
  await page.getByLabel("Year").fill("1990");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Who would you like to meet?" })).toBeFocused();

  const releaseAgain = await holdScripts(page);
  await page.goto("/signup", { waitUntil: "commit" });
  await page.getByRole("radio", { name: "Woman", exact: true }).check({ force: true });
  await page.getByRole("checkbox", { name: "Men", exact: true }).check({ force: true });
  releaseAgain();
  await waitForReact(page);
  await expect(page.getByRole("radio", { name: "Woman", exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "About you" })).toBeFocused();
});

test("what a reload gives back to a field that its reader has entered gives way to what they type", async ({
  page,
}) => {
  const ABOUT = "/signup?gender=woman&looking_for=man";
  await page.goto(ABOUT);
  await page.getByLabel("Day").fill("12");
  await waitForReact(page);
  await page.getByLabel("Username").fill("Twelve Rivers");
  await page.goto(ABOUT);
  await expect(page.getByLabel("Username")).toHaveValue("");
  await page.getByLabel("Username").focus(); // which starts React
  await expect(page.getByLabel("Username")).toHaveValue("Twelve Rivers");
  await page.keyboard.type("Twelve Hills");
  await expect(page.getByLabel("Username")).toHaveValue("Twelve Hills");
  await expect(page.getByLabel("Day")).toHaveValue("12");
});

test("a form that comes back with errors takes its reader to the first one, and leaves them where they go from there", async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto("/complaints", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByLabel("What is it about?")).toBeFocused();
  await expect(page.getByLabel("What is it about?")).toHaveAttribute("aria-invalid", "true");
  const place = page.getByLabel("Where is it?");
  await place.focus();
  await page.keyboard.type("/members");
  release();
  await waitForReact(page);
  await expect(place).toBeFocused();
  await page.keyboard.type("/iris");
  await expect(place).toHaveValue("/members/iris");
});

test("a button does not move when React starts under it", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/withdrawal", { waitUntil: "commit" });
  const send = page.getByRole("button", { name: "Continue" });
  const enter = async (number: string) => {
    await page.getByLabel("Email address").fill("iris@example.test");
    await page.getByLabel("Order number").fill(number);
  };
  await enter("nothing");
  await send.click();
  const unknown = page.getByText("We couldn’t find an order with this number");
  await expect(unknown).toBeVisible();
  await enter("0123456789012345678901");
  const before = await send.boundingBox();
  release();
  await waitForReact(page);
  expect(await send.boundingBox()).toEqual(before);
  await expect(unknown).toBeVisible();
  await page.getByLabel("Order number").press("End");
  await page.keyboard.type("2");
  await expect(unknown).toBeHidden();
});

test("going back after the login in another tab shows the page to the member", async ({ page }) => {
  await page.goto("/pricing");
  const logInLink = page.getByRole("banner").getByRole("link", { name: "Log in" });
  await expect(logInLink).toBeVisible();
  await page.goto("/");
  const other = await page.context().newPage();
  await logIn(other, DEMO_LOGINS[0]!.email, DEMO_PASSWORD);
  await other.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("own:")));
  // the page reloads while it is shown, which page.goBack() would report as an error
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(logInLink).toHaveCount(0);
});

for (const [how, open] of [
  ["typed", (page: Page, path: string) => page.goto(path)],
  [
    "followed",
    (page: Page, path: string) => page.locator(`a[href^="${path}"]`).filter({ visible: true }).first().click(),
  ],
] as const)
  test(`going back step by step from behind the login, over addresses that were ${how}`, async ({ page, baseURL }) => {
    const path = () => new URL(page.url()).pathname;
    await page.goto("/pricing");
    for (const next of ["/signup", "/login"]) {
      await open(page, next);
      await expect(page).toHaveURL(new RegExp(`${next}$`));
    }
    await page.getByLabel("Email address").fill(DEMO_LOGINS[0]!.email);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/members/);
    for (const next of ["/likes", "/chats"]) {
      await open(page, next);
      await expect(page).toHaveURL(new RegExp(next));
    }
    // without waiting for any page to settle; a step while one is on its way leads to the same page again
    for (let steps = 0; steps < 30 && path() !== "/pricing"; steps++) {
      await page.evaluate(() => history.back()).catch(() => {}); // the page was being left
      await page.waitForTimeout(400);
    }
    await expect(page).toHaveURL(`${baseURL}/pricing`);
    await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toHaveCount(0);
    await page.waitForTimeout(1_500); // and stays there
    expect(path()).toBe("/pricing");
  });

test("what is typed into a step of deleting the account before React runs is in its dialog", async ({ page }) => {
  await logIn(page, DEMO_LOGINS[0]!.email, DEMO_PASSWORD);
  await page.waitForLoadState("networkidle");
  const label = "Enter your password so we know it’s you";
  for (const [step, fill, check] of [
    [
      "?leave=1",
      () => page.getByRole("radio", { name: "I need a break" }).check({ force: true }),
      () => expect(page.getByRole("dialog").getByRole("radio", { name: "I need a break" })).toBeChecked(),
    ],
    [
      "?leave=pause&declined=1",
      () => page.getByLabel(label).pressSequentially("half of it"),
      async () => {
        const field = page.getByRole("dialog").getByLabel(label);
        await expect(field).toHaveValue("half of it");
        await expect(field).toBeFocused();
        await page.keyboard.type(", and the rest");
        await expect(field).toHaveValue("half of it, and the rest");
      },
    ],
  ] as const) {
    const release = await holdScripts(page);
    await page.goto(`/notifications/account${step}`, { waitUntil: "commit" });
    await fill();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    release();
    await check();
    await page.getByRole("dialog").getByRole("button", { name: "Keep my account" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // and it is not kept for longer than that
    if (step.includes("declined")) {
      await page.getByRole("link", { name: "Delete my account" }).click();
      await expect(page.getByRole("dialog").getByRole("radio", { name: "I need a break" })).not.toBeChecked();
    }
    await page.unrouteAll();
  }
});
