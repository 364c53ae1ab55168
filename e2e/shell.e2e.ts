/** What surrounds every page (§2): layouts, navigation, footer, an installed app; and what runs behind it (§4, §7). */
import type { Page } from "@playwright/test";
import { idOf, joinByApi, newcomer, writeTo } from "./people.ts";
import { expect, test, waitForReact } from "./strict.ts";

const DESK = { viewport: { width: 1280, height: 900 }, hasTouch: false };
const [ORANGE, YELLOW, RED] = ["rgb(245, 138, 60)", "rgb(244, 196, 48)", "rgb(200, 50, 43)"];
const disclaimer = (page: Page) => page.getByRole("contentinfo").getByText(/is for adults aged 18 and over/);
const usNotice = (page: Page) => page.getByRole("contentinfo").getByText(/^Members in the United States/);
const entryWarning = (page: Page) => page.getByRole("dialog", { name: "For adults only" });
const from = (page: Page, country: string, url: string) =>
  page.context().addCookies([{ name: "country", value: country, url }]);
const give = (page: Page, url: string, profile: string, gift: string) =>
  page.request.post("/api/chat.php", {
    headers: { origin: url, "x-request-type": "client" },
    data: { client_id: crypto.randomUUID(), profile, gift },
  });

/** As if pages were opened from the home screen, which a browser under test cannot emulate: the media query is true. */
async function install(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => real(query.replace("(display-mode: standalone)", "all"));
  });
  await page.route("**/*.css", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(/\(display-mode: ?standalone\)/g, "all"),
    });
  });
}

// spec: 2.layout.default, 2.layout.lander, 2.layout.empty, 2.nav.login, 9.entry-warning
test("each layout has its parts, and warns at the entry in its countries", async ({ visitor, baseURL }) => {
  const page = await visitor(0, DESK);
  const parts = async (path: string) => {
    await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=en`);
    return {
      login: (await page.getByRole("banner").getByRole("link", { name: "Log in" }).count()) > 0,
      logo: (await page.getByRole("banner").getByRole("link").count()) > 0,
      content: (await page.getByRole("main").textContent()) !== "",
      footer: (await page.getByRole("contentinfo").count()) > 0,
      disclaimer: (await disclaimer(page).count()) > 0,
      us: (await usNotice(page).count()) > 0,
    };
  };
  const all = { login: true, logo: true, content: true, footer: true, disclaimer: true, us: true };
  expect(await parts("/pricing")).toEqual(all);
  expect(await parts("/landers/gallery")).toEqual({ ...all, login: false });
  const alone = { login: false, logo: false, content: true, footer: false, disclaimer: false, us: false };
  expect(await parts("/activate/error")).toEqual(alone);
  await page.goto("/pricing?lang=fr");
  await expect(usNotice(page)).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).not.toContainText("United States");

  await page.goto("/pricing?lang=en");
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/login/);

  const asksToJoin = async (path: string) => {
    await page.goto(`${path}?lang=en`);
    await page.keyboard.press("Tab");
    await waitForReact(page);
    // what a heart or "Message" sends
    const handled = await page.evaluate(() => {
      const detail = { reason: "like", member: { id: "x", name: "Bram", main_image: null } };
      return !window.dispatchEvent(new CustomEvent("signup-prompt", { detail, cancelable: true }));
    });
    if (handled)
      await expect(page.getByRole("dialog").getByRole("heading", { name: /Join free to like/ })).toBeVisible();
    return handled;
  };
  expect([await asksToJoin("/pricing"), await asksToJoin("/activate/error")]).toEqual([true, true]);
  expect(await asksToJoin("/landers/gallery")).toBe(false);

  const warnsIn = async (path: string) => {
    const countries: string[] = [];
    for (const country of ["FR", "NL", "DE", "AT"]) {
      await from(page, country, baseURL!);
      await page.goto(`${path}?lang=en`);
      if (await entryWarning(page).isVisible()) countries.push(country);
    }
    return countries;
  };
  expect(await warnsIn("/pricing")).toEqual(["FR", "NL", "DE", "AT"]);
  for (const path of ["/landers/gallery", "/activate/error"])
    expect([path, await warnsIn(path)]).toEqual([path, ["NL", "DE"]]);
});

// spec: 1.logged-in-sees, 2.nav.search, 2.nav.messages, 2.nav.likes, 2.nav.credits-or-premium, 2.nav.account, 2.title-prefix
// spec: 4.chat-opened, 4.like-opened
test("a member's navigation has badges, the title counts, and opening clears both", async ({ visitor, baseURL }) => {
  const page = await visitor(0, DESK);
  const other = await visitor();
  const her = newcomer("Nadja", "Woman", "Men");
  const hers = await joinByApi(page, baseURL!, her);
  const his = await joinByApi(other, baseURL!, newcomer("Nils", "Man", "Women"));
  for (const text of ["Good evening", "Are you there?"]) await writeTo(other, baseURL!, hers, text);
  const headers = { origin: baseURL!, "x-request-type": "client" };
  await other.request.post("/api/like.php", { headers, data: { id: hers } });

  await page.goto("/profile?lang=en");
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect(page).toHaveTitle(/^\(3\) /);
  await expect(nav.getByRole("link", { name: "Search members" })).toHaveAttribute("href", "/members");
  const messages = nav.getByRole("link", { name: /^Messages.*2 unread messages$/ });
  await expect(messages.locator(".badge")).toHaveCSS("background-color", ORANGE!);
  await expect(nav.getByRole("link", { name: /^Likes.*1 new like$/ })).toHaveAttribute("href", "/likes");
  await expect(nav.getByRole("link", { name: "Get premium" })).toHaveAttribute("href", "/premium");
  await expect(nav.getByRole("link", { name: "Credits" })).toHaveCount(0);

  await page.getByRole("banner").locator("summary").filter({ hasText: her.name }).click();
  const menu = page.getByRole("banner");
  await expect(menu.getByRole("link", { name: "My profile" })).toHaveAttribute("href", "/profile");
  await expect(menu.getByRole("link", { name: "Settings" })).toHaveAttribute("href", "/notifications");
  await expect(menu.getByRole("button", { name: "Log out" })).toBeVisible();

  await messages.click();
  await page.getByRole("link", { name: /1 request/ }).click();
  await page.getByRole("main").getByRole("link", { name: /Nils/ }).first().click();
  await expect(page.getByRole("log").getByText("Are you there?")).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(nav.getByRole("link", { name: "Messages", exact: true }).locator(".badge")).toHaveCount(0);
  await nav.getByRole("link", { name: /^Likes/ }).click();
  await page.getByRole("main").locator(`a[href="/likes/m/${his}"]`).first().click();
  await expect(page).not.toHaveTitle(/^\(/);
  await expect(nav.getByRole("link", { name: "Likes", exact: true }).locator(".badge")).toHaveCount(0);

  await page.getByRole("banner").locator("summary").filter({ hasText: her.name }).click();
  await menu.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
});

// spec: 2.premium-cards
test("the packages are four cards in four colours, and one is popular", async ({ visitor, baseURL }) => {
  const page = await visitor();
  await joinByApi(page, baseURL!, newcomer("Pam", "Woman", "Men"));
  await page.goto("/premium?lang=en");
  const cards = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^Choose \d+ credits/ }) });
  await expect(cards).toHaveCount(4);
  const colours = await cards.evaluateAll((nodes) =>
    nodes.map((node) => getComputedStyle(node.querySelector("h3")!.parentElement!).backgroundColor),
  );
  expect(new Set(colours).size).toBe(4);
  await expect(cards.filter({ hasText: "Popular" })).toHaveCount(1);
});

// spec: 2.nav.credits-badge, 2.nav.credits-or-premium, 6.premium-credits, 9.badges
test("a premium member's credits have a badge from 10 on: yellow, and red at 0", async ({ visitor, baseURL }) => {
  const page = await visitor(0, DESK);
  const other = await joinByApi(await visitor(), baseURL!, newcomer("Gustav", "Man", "Women"));
  await joinByApi(page, baseURL!, newcomer("Greet", "Woman", "Men"));
  await page.goto("/credits/p0?lang=en");
  await page.getByRole("radio", { name: /^Card/ }).check({ force: true });
  await page.getByRole("button", { name: /^Buy now for / }).click();
  await page.getByLabel("Card number").fill("4242424242424242");
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.waitForURL(/\/transactions\//);
  const credits = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Credits/ });
  const badge = credits.locator(".badge");
  /** Twenty bought, two from sign-up. */
  const spend = async (...gifts: string[]) => {
    for (const gift of gifts) expect((await give(page, baseURL!, other, gift)).status()).toBe(201);
    await page.goto("/credits");
  };
  await spend("champagne");
  expect((await writeTo(page, baseURL!, other, "Eleven are left")).status).toBe(201);
  await page.goto("/credits");
  await expect(page).toHaveURL(/\/credits$/);
  await expect(credits).toBeVisible();
  await expect(badge).toHaveCount(0);
  expect((await writeTo(page, baseURL!, other, "and now ten")).status).toBe(201);
  await page.goto("/credits");
  await expect(credits).toHaveAccessibleName(/10 credits left$/);
  await expect(badge).toHaveCSS("background-color", YELLOW!);
  expect((await writeTo(page, baseURL!, other, "nine")).status).toBe(201);
  await spend("rose", "rose", "rose");
  await expect(credits).toHaveAccessibleName(/0 credits left$/);
  await expect(badge).toHaveCSS("background-color", RED!);
});

// spec: 2.nav.back, 2.entry-warning-installed, 2.footer-layouts
test("an installed app has a back button, no entry warning, and one line of a footer", async ({ visitor, baseURL }) => {
  const page = await visitor();
  const footer = page.getByRole("contentinfo");
  const layout = async (path: string) => {
    await page.goto(path);
    return {
      columns: (await footer.getByRole("heading", { name: "Legal" }).filter({ visible: true }).count()) > 0,
      pricing: await footer.getByRole("link", { name: "Pricing" }).first().isVisible(),
      terms: (await footer.getByRole("link", { name: "Terms" }).filter({ visible: true }).count()) > 0,
      disclaimer: await disclaimer(page).isVisible(),
    };
  };
  const [home, elsewhere] = [await layout("/?lang=en"), await layout("/pricing")];
  expect(home).toEqual({ columns: true, pricing: true, terms: true, disclaimer: true });
  expect(elsewhere).toEqual({ ...home, columns: false });
  await from(page, "FR", baseURL!);
  await page.goto("/pricing");
  await expect(entryWarning(page)).toBeVisible();

  await install(page);
  await page.goto("/pricing");
  await expect(entryWarning(page)).toBeHidden();
  const oneLine = { columns: false, pricing: false, terms: true, disclaimer: false };
  for (const path of ["/pricing", "/faq"]) expect([path, await layout(path)]).toEqual([path, oneLine]);
  const back = page.getByRole("button", { name: "Back", exact: true });
  await expect(back).toHaveCount(0);

  await joinByApi(page, baseURL!, newcomer("Inge", "Woman", "Men"));
  const other = await idOf(page);
  expect(await layout("/pricing")).toEqual(oneLine);
  for (const path of ["/likes/sent", "/credits/p0", `/members/${other}`]) {
    await page.goto(path);
    await expect(back, path).toBeVisible();
  }
  await page.goto("/members");
  await expect(back).toHaveCount(0);
  await page.getByRole("main").locator("a[href^='/members/']").first().click();
  await expect(page).toHaveURL(/\/members\/[\w-]{22}/);
  await back.click();
  await expect(page).toHaveURL(/\/members(\?|$)/);

  const browser = await visitor();
  await joinByApi(browser, baseURL!, newcomer("Iris", "Woman", "Men"));
  await browser.goto("/pricing");
  await expect(browser.getByRole("contentinfo").getByRole("link", { name: "Pricing" })).toBeVisible();
  await expect(disclaimer(browser)).toHaveCount(0);
});

// spec: 4.app-badge, 8.ignored-badge, 8.ignored-welcome, 7.discountcode-failure, 7.page-hidden
test("the app's badge counts, its failures and the discount's are ignored, and leaving the page sends the beacon", async ({
  visitor,
  baseURL,
}) => {
  const page = await visitor();
  const other = await visitor();
  const hers = await joinByApi(page, baseURL!, newcomer("Bea", "Woman", "Men"));
  await joinByApi(other, baseURL!, newcomer("Bert", "Man", "Women"));
  for (const text of ["One", "Two"]) await writeTo(other, baseURL!, hers, text);
  const headers = { origin: baseURL!, "x-request-type": "client" };
  await other.request.post("/api/like.php", { headers, data: { id: hers } });
  await page.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(window, { badges });
    navigator.setAppBadge = (count) => {
      badges.push(count ?? -1);
      return Promise.reject(new Error("no badge here"));
    };
  });
  await page.route("**/api/discountcode.php?welcome=true", (route) =>
    route.fulfill({ status: 404, json: { error: "code_not_found", message: "Code not found" } }),
  );
  const refused = page.waitForResponse((answer) => answer.url().includes("/api/discountcode.php"));
  await page.goto("/members?lang=en");
  await refused;
  await expect.poll(() => page.evaluate(() => (window as unknown as { badges: number[] }).badges)).toContain(3);
  await expect(page.getByRole("main").locator("article").first()).toBeVisible();
  await expect(page.getByText("Code not found")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);

  const beacon = page.waitForRequest((request) => request.url().endsWith("/api/page-hidden.php"));
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const sent = await beacon;
  expect([sent.method(), sent.postData()]).toEqual(["POST", "{}"]);
});

// spec: 4.refresh-reloads, 8.authentication-required, 7.interests, 7.regions, 7.companyinfo
test("five seconds later the member, the chats and the likes are asked for again; a lost session logs out", async ({
  visitor,
  baseURL,
}) => {
  const page = await visitor(0, DESK);
  await joinByApi(page, baseURL!, newcomer("Rieke", "Woman", "Men"));
  const lists: string[] = [];
  page.on("request", (request) => {
    const [, list] = /\/api\/(interests|regions|companyinfo)\.php/.exec(request.url()) ?? [];
    if (list) lists.push(list);
  });
  await page.clock.install();
  await page.goto("/likes?lang=en");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const calls = ["user", "chats", "likes"].map((name) =>
    page.waitForRequest((request) => request.method() === "GET" && request.url().endsWith(`/api/${name}.php`)),
  );
  await page.clock.runFor(5_000);
  await Promise.all(calls);

  const nav = page.getByRole("navigation", { name: "Main" });
  for (const name of ["Search members", "Messages", "Likes", "Search members"])
    await nav.getByRole("link", { name }).click();
  await expect(page.getByRole("main").locator("article").first()).toBeVisible();
  expect(lists).toEqual([...new Set(lists)]); // each at most once

  await page.context().clearCookies({ name: "auth" });
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Like / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login/);
});
