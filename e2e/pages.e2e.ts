/** Every page of the product, as a visitor and as a member: no axe findings, no console output, no overflow. */
import { LOCALES } from "@serenade/contract/locales";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { logIn } from "./people.ts";
import { expect, expectNoSidewaysScroll, test, waitForReact } from "./strict.ts";

const VISITOR = [
  "/",
  "/members",
  "/login",
  "/signup",
  "/pricing",
  ...[
    "terms",
    "privacy",
    "cookies",
    "ban",
    "ban?token=nothing",
    "faq",
    "return-policy",
    "safety",
    "service",
    "complaints",
    "imprint",
  ].map((token) => `/${token}`),
  "/activate/done?token=nothing",
  "/activate/error",
  "/unsubscribe?token=nothing",
  "/unsubscribe",
  "/reset-password",
  "/reset-password/do?token=a-link-from-a-mail-long-ago",
  "/mail-change/do?token=a-link-from-a-mail-long-ago",
  "/mail-change/do?token=a-link-from-a-mail-long-ago&undo=1",
  "/account-deleted",
  "/account-deleted?token=a-link-from-a-mail-long-ago",
  "/nothing-here",
  "/dev/ui",
  "/match-finder",
];
const MEMBER = [
  "/members",
  "/likes",
  "/likes/sent",
  "/likes/matches",
  "/chats",
  "/swipe-game",
  "/match-finder",
  "/match-finder?who=woman&min_age=22&max_age=60&where=&what_for=going_out&interests=music&interests=wine&interests=hiking",
  "/profile",
  "/me",
  "/notifications",
  ...["account", "notifications", "privacy", "security", "money"].map((group) => `/notifications/${group}`),
  "/notifications?leave=1",
  "/notifications?leave=pause",
  "/notifications?leave=pause&declined=1",
  "/premium",
  "/credits",
  "/credits/p1",
  "/transactions",
  "/complete-signup",
];

for (const [scheme, locale] of [
  ["light", "en"],
  ["dark", "fr"],
] as const) {
  test(`pages are clean, ${scheme}, ${locale}`, async ({ visitor, expectAccessible }) => {
    test.setTimeout(240_000);
    const page = await visitor();
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const checkPage = async (path: string) => {
      await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${locale}`, { waitUntil: "load" });
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${locale}\\b`));
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    };
    for (const path of VISITOR) {
      await checkPage(path);
      // React starts with the first key: its console output counts too
      await page.keyboard.press("Tab");
      await waitForReact(page);
    }
    await logIn(page, DEMO_LOGINS.find((login) => login.kind === "premium")!.email, DEMO_PASSWORD);
    for (const path of MEMBER) await checkPage(path);
    await page.goto(`/members?gender=woman&lang=${locale}`);
    await page.locator("main a[href^='/members/']").first().click();
    await expect(page).toHaveURL(/\/members\/[\w-]{22}/);
    await expectAccessible(page);
  });
}

test("no page is wider than the narrowest phone, in any language", async ({ visitor }) => {
  test.setTimeout(240_000);
  const page = await visitor();
  await page.setViewportSize({ width: 320, height: 640 });
  const getJson = async (call: string) => (await page.request.get(`/api/${call}`)).json();
  const checkPage = async (path: string) => {
    const wider: string[] = [];
    for (const locale of LOCALES) {
      expect((await page.goto(`${path}?lang=${locale}`))!.status()).toBe(200);
      const by = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (by > 0) wider.push(`${locale}: ${by} px`);
    }
    expect(wider, path).toEqual([]);
  };
  const { results } = (await getJson("members.php?gender=woman")) as { results: { id: string }[] };
  const member = `/members/${results[0]!.id}`;
  for (const path of ["/", "/members", "/login", "/signup", "/pricing", "/match-finder", `${member}/landing`])
    await checkPage(path);
  await logIn(page, DEMO_LOGINS.find((login) => login.kind === "premium")!.email, DEMO_PASSWORD);
  const { chats } = (await getJson("chats.php")) as { chats: { conversation: { id: string } }[] };
  for (const path of ["/members", member, `${member}/chat`, "/chats", `/chats/${chats[0]!.conversation.id}`, "/likes"])
    await checkPage(path);
  for (const path of [
    "/swipe-game",
    "/match-finder",
    "/me",
    "/profile",
    "/notifications",
    "/notifications/privacy",
    "/premium",
    "/credits",
  ])
    await checkPage(path);
});

// spec: 2.route.not-found, 2.error-page-404
test("an unknown page has a message and a link home", async ({ page }) => {
  const answer = await page.goto("/nothing-here");
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("This page could not be found")).toBeVisible();
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/$/);
});

// spec: 1.locale-cookie, 9.cookie-locale, 2.language-switcher
test("the language switcher stores the choice for 365 days, and works without script", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL!, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto("/login?lang=de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByLabel(/E-Mail/i).fill("nobody@example.test");
  await page.getByLabel("Passwort", { exact: true }).fill("falsch, leider");
  await page
    .getByRole("main")
    .getByRole("button", { name: /Anmelden|Einloggen/ })
    .click();
  await expect(page.getByRole("main")).toContainText("Login fehlgeschlagen");
  await expect(page.getByLabel(/E-Mail/i)).toHaveValue("nobody@example.test");

  await page.getByRole("banner").locator("summary").click();
  await page.getByRole("banner").getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", /^en\b/);
  const stored = (await context.cookies()).find(({ name }) => name === "locale")!;
  expect(stored.value).toBe("en");
  expect(Math.abs(stored.expires - Date.now() / 1000 - 365 * 86_400)).toBeLessThan(300);
  await context.close();
});
