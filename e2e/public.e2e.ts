/** Static pages and their forms, the site-entry warning and the footer, with and without an account (§2). */
import type { Page } from "@playwright/test";
import { joinByApi, newcomer } from "./people.ts";
import { expect, test } from "./strict.ts";

const newestMailTo = async (page: Page, address: string) => {
  const mails = (await (await page.request.get("/dev/outbox.json")).json()) as {
    to: string;
    text: string;
    links: string[];
  }[];
  return mails.find(({ to }) => to === address);
};
const mailTo = async (page: Page, address: string) => {
  await expect.poll(async () => Boolean(await newestMailTo(page, address)), { timeout: 20_000 }).toBe(true);
  return (await newestMailTo(page, address))!;
};

test("a visitor complains without an account, and gets the number of the case on the page and by email", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Complaints" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Complaints and reports");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByLabel("What is it about?")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await page.getByLabel("What is it about?").selectOption({ label: "A photo" });
  await page.getByLabel("Where is it?").fill("/members/somebody");
  await page.getByLabel("What’s wrong with it, and why?").fill("The photo shows me, and I never agreed.");
  const email = `witness.${Date.now()}@example.test`;
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("checkbox", { name: /To the best of my knowledge/ }).check();
  await page.getByRole("button", { name: "Send" }).click();
  const done = page.getByRole("alert").filter({ hasText: "We’ve received your complaint" });
  await expect(done).toBeVisible();
  const number = /[0-9A-Z]{4}-[0-9A-Z]{3}-[0-9A-Z]{4}/.exec(await done.innerText())![0];
  expect((await mailTo(page, email)).text).toContain(number);
  await expectAccessible(page);
});

test("customer service answers under the member's own address, which is filled in; what was typed survives a reload", async ({
  visitor,
}, info) => {
  const [url] = info.project.metadata.urls as [string];
  const page = await visitor();
  const asker = newcomer("Asker", "Woman", "Men");
  await page.goto("/");
  await joinByApi(page, url, asker);
  await page.goto("/service");
  await expect(page.getByLabel("Email address")).toHaveValue(asker.email);
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Topic").selectOption({ label: "Credits and payments" });
  await page.getByLabel("Your message").fill("Where do I find my receipt?");
  await page.reload();
  await expect(page.getByLabel("Your message")).toHaveValue("Where do I find my receipt?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "We’ve received your message" })).toBeVisible();
});

test("self-exclusion: asked for, confirmed by the emailed link, and the account is gone", async ({
  visitor,
  expectAccessible,
}, info) => {
  const [url] = info.project.metadata.urls as [string];
  const page = await visitor();
  const tired = newcomer("Tired", "Man", "Women");
  await page.goto("/");
  await joinByApi(page, url, tired);
  await page.goto("/ban");
  await page.getByRole("radio", { name: "1 year" }).check({ force: true });
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  const link = (await mailTo(page, tired.email)).links.find((one) => one.includes("/ban?token="))!;
  const other = await visitor();
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Confirm your exclusion");
  await expectAccessible(other);
  await other.getByRole("button", { name: "Exclude me" }).click();
  await expect(other.getByRole("alert").filter({ hasText: "You’re excluded" })).toBeVisible();
  await page.goto("/chats");
  await expect(page).toHaveURL(/\/login/);
  await other.goto(link);
  await other.getByRole("button", { name: "Exclude me" }).click();
  await expect(other.getByText("Link expired or invalid")).toBeVisible();
});

test("terms: a long page has contents that lead to its sections", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/terms");
  await expect(page.getByText(/^In force since/)).toBeVisible();
  const contents = page.getByRole("navigation", { name: "On this page" });
  if (!(await contents.isVisible())) await page.getByText("On this page").first().click();
  await contents.getByRole("link", { name: "Withdrawal" }).click();
  await expect(page).toHaveURL(/#withdrawal$/);
  await expect(page.getByRole("heading", { name: "Withdrawal" })).toBeInViewport();
});

test.describe("the site-entry warning", () => {
  const from = async (page: Page, country: string | null) => {
    if (country) await page.context().addCookies([{ name: "country", value: country, url: page.url() }]);
  };
  const warning = (page: Page) => page.getByRole("dialog", { name: "For adults only" });
  const open = async (page: Page, path: string) => {
    await page.goto(path);
    return warning(page).isVisible();
  };

  // spec: 2.entry-warning, 2.entry-warning-dismissed, 2.entry-warning-country, 9.entry-warning
  test("is shown by country and layout, and remembered", async ({ visitor, expectAccessible }) => {
    const page = await visitor();
    expect(await open(page, "/")).toBe(false); // of an unknown country
    await from(page, "FR");
    expect(await open(page, "/")).toBe(true);
    expect(await open(page, "/login")).toBe(false); // the lander layout: NL and DE only
    await from(page, "NL");
    expect(await open(page, "/login")).toBe(true);
    expect(await open(page, "/terms")).toBe(false); // can be read before
    expect(await open(page, "/pricing")).toBe(true);
    await expect(warning(page).getByRole("button", { name: "I’m 18 or over" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(warning(page)).toBeVisible();
    await warning(page).getByRole("button", { name: "I’m 18 or over" }).click();
    await expect(warning(page)).toBeHidden();
    await expect(page).toHaveURL(/\/pricing$/);
    expect(await open(page, "/")).toBe(false);
  });

  // spec: 2.entry-warning
  test("leads away on request, and is not shown to members", async ({ visitor }, info) => {
    const [url] = info.project.metadata.urls as [string];
    const page = await visitor();
    await page.goto("/");
    await from(page, "DE");
    await page.goto("/");
    await warning(page).getByRole("button", { name: "I’d rather not enter" }).click();
    await expect(page).toHaveURL(/\/ban$/);
    expect(await open(page, "/")).toBe(true);
    await joinByApi(page, url, newcomer("Entered", "Woman", "Men"));
    expect(await open(page, "/members")).toBe(false);
  });

  test("covers the page without script too", async ({ browser }, info) => {
    const [url] = info.project.metadata.urls as [string];
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: url, locale: "en-GB" });
    await context.addCookies([{ name: "country", value: "NL", url }]);
    const page = await context.newPage();
    await page.goto("/");
    await warning(page).getByRole("button", { name: "I’m 18 or over" }).click();
    await expect(warning(page)).toBeHidden();
    await context.close();
  });
});

// spec: 2.footer, 2.layout.default
test("the footer leads to every page of §2, for visitors and members", async ({ visitor }, info) => {
  const [url] = info.project.metadata.urls as [string];
  const page = await visitor();
  const names = [
    "Terms",
    "Privacy",
    "Cookies",
    "Access ban",
    "Pricing",
    "Complaints",
    "Return policy",
    "FAQ",
    "Customer service",
  ];
  const footer = page.getByRole("contentinfo");
  const hrefs = async () => {
    const links: string[] = [];
    for (const name of names) links.push((await footer.getByRole("link", { name, exact: true }).getAttribute("href"))!);
    return links;
  };
  await page.goto("/");
  await expect(footer.getByText("Members in the United States")).toBeVisible();
  const links = await hrefs();
  await page.goto("/?lang=de");
  await expect(footer.getByText("United States")).toHaveCount(0);
  await page.goto("/?lang=en");
  await joinByApi(page, url, newcomer("Reader", "Woman", "Men"));
  await page.goto("/pricing");
  await expect(footer.getByText("Members in the United States")).toHaveCount(0);
  expect(await hrefs()).toEqual(links);
  for (const href of links) expect((await page.request.get(href)).status()).toBe(200);
});

test("search engines: robots, a sitemap per language, addresses of one's own, pictures; no page of a member is listed", async ({
  visitor,
}, info) => {
  const [url] = info.project.metadata.urls as [string];
  const page = await visitor();
  const read = async (path: string) => {
    const answer = await page.request.get(path);
    expect([path, answer.status()]).toEqual([path, 200]);
    return answer.text();
  };
  expect(await read("/robots.txt")).toContain(`Sitemap: ${url}/sitemap.xml`);
  const index = await read("/sitemap.xml");
  expect(index.match(/<loc>/g)?.length).toBe(11);
  const german = await read("/sitemaps/de.xml");
  expect(german).toContain(`<loc>${url}/terms?lang=de</loc>`);
  const listed = [...german.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc!);
  for (const loc of listed) {
    await page.goto(loc);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", loc);
    await expect(page.locator("meta[name=robots]")).toHaveCount(0);
    await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /.{40,}/);
    const picture = (await page.locator("meta[property='og:image']").getAttribute("content"))!;
    expect((await page.request.get(picture)).headers()["content-type"]).toBe("image/jpeg");
  }
  await page.goto("/faq");
  const faq = JSON.parse((await page.locator("script[type='application/ld+json']").textContent())!);
  expect(faq.mainEntity.length).toBeGreaterThan(10);
  expect((await page.request.get("/sitemaps/xx.xml")).status()).toBe(404);
  for (const path of ["/members", "/reset-password/do?token=x", "/account-deleted"]) {
    await page.goto(path);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  }
});

test("language and country: a preview changes with the choice, and both are kept", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  await page.goto("/lang-config");
  await expectAccessible(page);
  const preview = page.getByRole("region", { name: "This is how it looks" });
  await page.getByLabel("Country").focus();
  await page.waitForFunction(() => (window as { __ready?: boolean }).__ready);
  await page.getByLabel("Language").selectOption({ label: "Deutsch" });
  await page.getByLabel("Country").selectOption({ label: "Switzerland" });
  await expect(preview).toContainText(/12.345.6/);
  await expect(preview).toContainText("CHF");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sprache und Land");
  await expect(page.getByLabel("Land", { exact: true })).toHaveValue("CH");
  await page.getByLabel("Land", { exact: true }).selectOption({ index: 0 });
  await page.getByRole("button", { name: "Speichern" }).click();
  expect((await page.context().cookies()).some(({ name }) => name === "country")).toBe(false);
});
