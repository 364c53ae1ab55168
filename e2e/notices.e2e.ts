/** Notices between the navigation and the page (§4): one at a time, low enough to leave the page in sight. */
import type { Page } from "@playwright/test";
import { joinByApi, logIn, newcomer } from "./people.ts";
import { expect, test } from "./strict.ts";

const heights = (page: Page) =>
  page
    .locator("[data-notices] > *:visible")
    .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height));

for (const [login, notice] of [
  ["new@example.test", "Please confirm your email address"],
  ["premium@example.test", "Know when someone writes"],
] as const)
  test(`"${notice}" takes one line where there is little room, and at most 88 px elsewhere`, async ({ visitor }) => {
    const page = await visitor();
    await page.addInitScript(() =>
      Object.defineProperty(window, "PushManager", { value: window.PushManager ?? class {} }),
    );
    await logIn(page, login, "an evening out");
    await expect(page.getByText(notice)).toBeVisible();
    const { results } = (await (await page.request.get("/api/members.php?photo=true")).json()) as {
      results: { id: string }[];
    };
    for (const [path, most] of [
      ["/members", 88],
      ["/likes", 88],
      [`/members/${results[0]!.id}`, 40],
      [`/members/${results[0]!.id}/chat`, 40],
      ["/swipe-game", 40],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(notice)).toBeVisible();
      const shown = await heights(page);
      expect([path, shown.length], path).toEqual([path, 1]);
      expect(shown[0], path).toBeLessThanOrEqual(most);
    }
  });

test("push is offered after the first message, not before", async ({ visitor, baseURL }) => {
  const page = await visitor();
  await page.context().grantPermissions(["notifications"]);
  const her = newcomer("Nora", "Woman", "Men");
  await joinByApi(page, baseURL!, her);
  const other = await visitor();
  const his = await joinByApi(other, baseURL!, newcomer("Otto", "Man", "Women"));
  const offer = page.getByText("Know when someone writes");
  await page.goto("/members");
  await page.waitForLoadState("networkidle");
  await expect(offer).toHaveCount(0);

  await page.goto(`/members/${his}/chat`);
  const field = page.getByRole("textbox", { name: /message to/i });
  await field.fill("Hello Otto");
  await field.press("Enter");
  await expect(page.getByRole("log").getByText("Hello Otto")).toBeVisible();
  // in the page, behind what is more urgent for a new member: one notice at a time
  await expect(offer).toHaveCount(1);
});
