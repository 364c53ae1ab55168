/** The landers (§2 Landing pages, product.md 10): nine designs, one way to sign-up. */
import { LANDERS } from "@serenade/contract/lander-copies";
import type { Browser, Page } from "playwright-core";
import { fillAccount, newcomer } from "./people.ts";
import { expect, expectNoSidewaysScroll, test, waitForReact } from "./strict.ts";

const addressOf = (lander: string, slug = "") =>
  `/landers/${lander}${slug && lander !== "tinderswipe" ? `/${slug}` : ""}`;

const startForm = (page: Page) => page.getByRole("form", { name: "Find good company" });
const withoutScript = (browser: Browser, baseURL: string) =>
  browser.newContext({ javaScriptEnabled: false, baseURL, locale: "en-GB", viewport: { width: 390, height: 844 } });

// spec: 1.niches
for (const [locale, scheme] of [
  ["en", "light"],
  ["de", "dark"],
] as const)
  test(`each lander has one heading, fits the phone and is accessible, ${scheme}, ${locale}`, async ({
    visitor,
    expectAccessible,
  }) => {
    test.setTimeout(240_000);
    const page = await visitor();
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    for (const [at, lander] of LANDERS.entries()) {
      const answer = await page.goto(`${addressOf(lander)}?niche=${1 + (at % 7)}&lang=${locale}`);
      expect([lander, answer!.status()]).toEqual([lander, 200]);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  });

test("no lander is wider than the narrowest phone, also with long words", async ({ visitor }) => {
  const page = await visitor();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const lander of LANDERS)
    for (const locale of ["de", "fi", "pl"]) {
      await page.goto(`${addressOf(lander, "new-in-town")}?niche=3&lang=${locale}`);
      await expectNoSidewaysScroll(page);
    }
});

test("no script before the first key, and a clean start with it", async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const scripts: string[] = [];
  let loading = "";
  page.on("request", (request) => {
    const from = new URL(request.headers().referer ?? "http://none").pathname;
    if (request.resourceType() === "script" && from === loading) scripts.push(request.url());
  });
  for (const lander of LANDERS) {
    scripts.length = 0;
    loading = addressOf(lander);
    await page.goto(loading, { waitUntil: "networkidle" });
    expect([lander, scripts]).toEqual([lander, []]);
    await page.keyboard.press("Tab");
    await waitForReact(page);
    expect(scripts.length).toBeGreaterThan(0);
  }
});

test("without script each lander ends in sign-up, which keeps niche, campaign and copy", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const context = await withoutScript(browser, baseURL!);
  const page = await context.newPage();
  for (const lander of LANDERS) {
    await page.goto(`${addressOf(lander, "over-40")}?niche=3&network=radio&sub1=spring`);
    if (lander !== "tinderswipe")
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Over 40, and curious again");
    if (/video/.test(lander)) await expect(page.locator("video[controls]")).toHaveCount(1);
    await startForm(page).getByLabel("I am").selectOption("man");
    await startForm(page).getByRole("button").click();
    await expect(page).toHaveURL(/\/signup\?/);
    const asked = new URL(page.url()).searchParams;
    const kept = ["niche", "network", "sub1", "slug", "gender"].map((name) => asked.get(name));
    expect([lander, ...kept]).toEqual([
      lander,
      "3",
      "radio",
      "spring",
      lander === "tinderswipe" ? null : "over-40",
      "man",
    ]);
    await expect(page.getByRole("main").locator("input[name=niche]")).toHaveValue("3");
    await expect(page.getByRole("main").locator("input[name=network]")).toHaveValue("radio");
    await expect(page.getByRole("radio", { name: "Man", exact: true })).toBeChecked();
    if (lander !== "tinderswipe") await expect(page.getByText("Over 40, and curious again")).toBeVisible();
  }
  await context.close();
});

test("an unknown slug has the lander's own copy, and a member is led to the search", async ({ page }) => {
  for (const lander of LANDERS.filter((name) => name !== "tinderswipe")) {
    await page.goto(addressOf(lander));
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    await page.goto(addressOf(lander, "no-such-word"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title!);
    await page.goto(addressOf(lander, "travel"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Going somewhere? Go together");
  }
  expect((await page.goto("/landers/tinderswipe/travel"))!.status()).toBe(404);
});

test("icons that are picked are interests of the profile after sign-up", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/landers/iconslanding");
  for (const name of ["Cooking", "Biking"]) await page.getByRole("checkbox", { name }).check();
  await startForm(page).getByRole("button").click();
  await expect(page.getByText("We’ll keep what you picked: Biking, Cooking.")).toBeVisible();
  // the start form has asked the first screen's questions already
  await page.getByRole("button", { name: "Back" }).click();
  await fillAccount(page, newcomer("Icon Picker", "Woman", "Men"));
  await page.getByRole("main").getByRole("button", { name: "Join free" }).click();
  await expect(page.getByRole("heading", { name: "Show your face" })).toBeVisible();
  const { profile } = (await (await page.request.get("/api/profile.php")).json()) as {
    profile: { interests: string[] };
  };
  expect(profile.interests.sort()).toEqual(["biking", "cooking"]);
});

test("the map has the numbers of the API, and regions lead to the search", async ({ page }) => {
  await page.goto("/landers/maplanding?country=NL");
  const answer = await page.request.get("/api/landers.php?country=NL");
  const { regions } = (await answer.json()) as { regions: { name: string; members: number | null }[] };
  expect(regions.some(({ members }) => members !== null)).toBe(true);
  for (const { name, members } of regions)
    await expect(page.getByRole("link", { name: `${name} ${members ?? "fewer than 5"}` })).toBeVisible();
  await page.getByRole("link", { name: /^North Holland/ }).click();
  await expect(page).toHaveURL(/\/members\?country=NL&countryregion=NL-NH/);
});

test("three cards without script: each answer is a link to the next one", async ({ browser, baseURL }) => {
  const context = await withoutScript(browser, baseURL!);
  const page = await context.newPage();
  await page.goto("/landers/tinderswipe?niche=3&network=radio");
  for (const answer of ["I like that", "Not for me", "I like that"])
    await page.getByRole("link", { name: answer }).click();
  await expect(page.getByRole("heading", { name: "Now it’s your turn" })).toBeVisible();
  await startForm(page).getByRole("button").click();
  await expect(page).toHaveURL(/\/signup\?.*network=radio&niche=3/);
  await context.close();
});

test("three cards with keys and by drag", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/landers/tinderswipe");
  await page.keyboard.press("Tab");
  await waitForReact(page);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/card=2/);
  const card = page.getByRole("article", { name: "Card 2 of 3" });
  const { x, y, width, height } = (await card.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 180, y + height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(page).toHaveURL(/card=3/);
  await page.getByRole("link", { name: "I like that" }).click();
  await expect(page.getByRole("heading", { name: "Now it’s your turn" })).toBeVisible();
});

const isPlaying = (page: Page) => page.locator("video").evaluate((video: HTMLVideoElement) => !video.paused);

test("films play in sight, silent and in a loop, can be paused, and rest out of sight", async ({ page }) => {
  for (const lander of ["video", "transitionsvideolanding"]) {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto(addressOf(lander));
    await expect.poll(() => isPlaying(page)).toBe(true);
    const film = await page
      .locator("video")
      .evaluate(({ muted, loop, controls }: HTMLVideoElement) => [muted, loop, controls]);
    expect(film).toEqual([true, true, false]);
    await page.getByRole("button", { name: "Pause the film" }).click();
    await expect(page.getByRole("button", { name: "Play the film" })).toBeVisible();
    expect(await isPlaying(page)).toBe(false);
    await page.getByRole("button", { name: "Play the film" }).click();
    await expect.poll(() => isPlaying(page)).toBe(true);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect.poll(() => isPlaying(page)).toBe(false);
  }
});

test("going back to a film from a page that React opened plays it again", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(addressOf("video"));
  await page.keyboard.press("Tab");
  await waitForReact(page);
  await page.getByRole("contentinfo").locator('a[href^="/terms"]').click();
  await expect(page).toHaveURL(/\/terms/);
  await page.goBack();
  await expect(page).toHaveURL(/\/landers\/video/);
  // the page is back where the link was, and the film out of sight
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, 0));
      return (await page.locator("video").count()) === 1 && (await isPlaying(page));
    })
    .toBe(true);
});

test("no film starts or loads by itself where motion is not wanted or data is saved", async ({ page, visitor }) => {
  const saving = await visitor();
  await saving.emulateMedia({ reducedMotion: "no-preference" });
  await saving.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const one of [page, saving]) {
    const films: string[] = [];
    one.on("request", (request) => {
      if (/\.(mp4|webm)$/.test(request.url())) films.push(request.url());
    });
    await one.goto("/landers/video", { waitUntil: "networkidle" });
    expect(films).toEqual([]);
    await one.getByRole("button", { name: "Play the film" }).click();
    await expect.poll(() => isPlaying(one)).toBe(true);
  }
});
