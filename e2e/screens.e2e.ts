/** Measures of the screens (docs/screens.md) at 390 × 844 and 1280 × 800: people and prices are in sight, a lost network is no error. */
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { joinByApi, logIn, newcomer } from "./people.ts";
import { expect, test } from "./strict.ts";

test("people come first on a phone and on a desk", async ({ visitor, baseURL }) => {
  const page = await visitor(0, { viewport: { width: 390, height: 844 } });
  await joinByApi(page, baseURL!, newcomer("Elske", "Woman", "Men"));
  const face = page.locator("main article").first();
  // a notice (notices.e2e.ts) comes and goes: both are measured at the same instant
  const top = () =>
    face.evaluate(
      (node) =>
        node.getBoundingClientRect().top -
        (document.querySelector("[data-notices]")?.getBoundingClientRect().height ?? 0),
    );

  await test.step("a search and the match finder begin with what the profile says", async () => {
    await page.goto("/match-finder");
    await expect(
      page
        .getByRole("main")
        .getByRole("checkbox", { name: "Men", exact: true })
        .or(page.getByRole("main").getByRole("radio", { name: "Men", exact: true })),
    ).toBeChecked();
    await expect(page.getByRole("main").locator("select[name=where]")).toHaveValue("NL");
    await page.goto("/members");
    await expect(page).toHaveURL(/gender=man.*min_age=26/); // and in her country, where that fills a page
  });

  await test.step("the first face of a search", async () => {
    await page.goto("/members");
    expect(await top()).toBeLessThanOrEqual(240);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/members");
    expect(await top()).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 390, height: 844 });
  });

  await test.step("a profile says whose it is before it is scrolled", async () => {
    await page.goto("/members");
    await page.goto((await face.locator("a").first().getAttribute("href"))!);
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
  });

  await test.step("the ages of the first suggestions are whole, whatever the names", async () => {
    await page.goto("/signup-matches");
    const cut = await page.locator(".member-name b").evaluateAll((names) =>
      names
        .filter((name) => {
          const age = document.createRange();
          age.selectNodeContents(name.lastChild!);
          const edge = name.closest(".photo-frame")!.getBoundingClientRect().right;
          return (
            age.getBoundingClientRect().right > Math.min(edge, name.parentElement!.getBoundingClientRect().right) + 1
          );
        })
        .map((name) => name.textContent),
    );
    await expect(page.locator(".member-name b").first()).toBeVisible();
    expect(cut).toEqual([]);
  });

  await test.step("prices have two decimals at most, in every currency", async () => {
    for (const path of ["/credits", "/pricing"]) {
      await page.goto(path);
      expect(await page.getByRole("main").innerText()).not.toMatch(/\d[.,]\d{3}(?!\d)/);
    }
  });

  await test.step("a tab without a network says so, and opens once it is back", async () => {
    await page.goto("/likes"); // its code is here, its data is not
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /search/i })
      .filter({ visible: true })
      .click();
    await expect(face).toBeVisible();
    await page.context().setOffline(true);
    const tab = page.getByRole("navigation").getByRole("link", { name: /likes/i }).filter({ visible: true });
    await tab.click();
    await expect(page.getByRole("heading", { name: "You’re offline" })).toBeVisible();
    await expect(tab).toBeVisible();
    await expect(page.getByText(/Error 500/)).toHaveCount(0);
    await page.context().setOffline(false);
    // opens by itself
    await expect(page.getByRole("heading", { name: "Likes", level: 1 })).toBeVisible();
  });
});

test("a conversation on a phone has room to write", async ({ visitor }) => {
  const page = await visitor(0, { viewport: { width: 390, height: 844 } });
  await logIn(page, DEMO_LOGINS.find(({ kind }) => kind === "premium")!.email, DEMO_PASSWORD);
  await page.goto("/chats");
  await page.locator("main a[href^='/chats/']:not([href*='?'])").first().click();
  const field = page.getByRole("textbox", { name: /message to/i });
  await expect(field).toBeVisible();
  expect((await field.boundingBox())!.width).toBeGreaterThanOrEqual(220);
  expect((await page.getByRole("log").boundingBox())!.height).toBeGreaterThanOrEqual(844 / 2);
});

test("a checkout on a phone shows what is bought and the button that pays, and no tab bar", async ({ visitor }) => {
  const page = await visitor(0, { viewport: { width: 390, height: 844 } });
  await logIn(page, DEMO_LOGINS.find(({ kind }) => kind === "premium")!.email, DEMO_PASSWORD);
  await page.goto("/credits/p1");
  const tabs = page.getByRole("navigation", { name: "Sections" });
  await expect(page.getByText("Total", { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("radio", { name: /^Card/ })).toBeInViewport();
  await expect(page.getByRole("button", { name: /^Buy now/ })).toBeInViewport({ ratio: 1 });
  await expect(tabs).toHaveCount(0);
  await page.goto("/credits");
  await expect(tabs).toBeVisible();
});

test("a member's name and place have the whole width of the card, and a narrow card has the short place", async ({
  visitor,
}) => {
  const page = await visitor(0, { viewport: { width: 390, height: 844 } });
  await page.goto("/");
  for (const width of [390, 768, 992, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator(".member-card .member-place").first()).toBeVisible();
    const wrong = await page.locator(".member-card").evaluateAll((cards) =>
      cards.flatMap((card) => {
        const like = card.querySelector(".member-like")!.getBoundingClientRect();
        const caption = card.querySelector(".member-caption")!.getBoundingClientRect();
        const [short, long] = card.querySelectorAll<HTMLElement>(".member-place > span");
        const isNarrow = card.clientWidth < 248;
        const isCovered = like.bottom > caption.top;
        return isCovered || short!.checkVisibility() !== isNarrow || long!.checkVisibility() === isNarrow
          ? [`${card.clientWidth}: ${card.textContent}`]
          : [];
      }),
    );
    expect([width, wrong]).toEqual([width, []]);
  }
});
