/** Likes and the swipe game: the stack, four likes a day, the popup of `?t=`, undo of an unlike; match finder and landing pages. */
import type { Page } from "@playwright/test";
import { watchTimers } from "./pending-timers.ts";
import { newcomer, signUp, signUpAndConfirm } from "./people.ts";
import { expect, test } from "./strict.ts";

const top = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Like / });
const topName = async (page: Page) => (await top(page).getAttribute("aria-label"))!.replace(/^Like /, "");

// spec: 1.swipe-game, 9.swipe-game
test("the swipe game: keys, dragging and buttons, undo of the last skip, four likes a day", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  await signUp(page, newcomer("Swaan", "Woman", "Men"));
  await page.goto("/swipe-game");
  await expect(page.getByText("4 likes left today")).toBeVisible();
  await expectAccessible(page);

  const first = await topName(page);
  await page.keyboard.press("ArrowLeft");
  await expect(top(page)).not.toHaveAccessibleName(`Like ${first}`);
  await page.getByRole("button", { name: "Undo last skip" }).click();
  await expect(top(page)).toHaveAccessibleName(`Like ${first}`);
  await page.getByRole("button", { name: "Undo last skip" }).click();
  await expect(page.getByText("There’s nothing to undo.")).toBeVisible();

  // a short drag does nothing; a long one to the left skips
  // the card and not its photo: the top member may have none
  const card = (await page.getByRole("main").getByRole("article").boundingBox())!;
  const draw = async (by: number) => {
    await page.mouse.move(card.x + card.width / 2, card.y + 120);
    await page.mouse.down();
    await page.mouse.move(card.x + card.width / 2 + by / 2, card.y + 120);
    await page.mouse.move(card.x + card.width / 2 + by, card.y + 120);
    await page.mouse.up();
  };
  await draw(-40);
  await expect(top(page)).toHaveAccessibleName(`Like ${first}`);
  await draw(-150);
  await expect(top(page)).not.toHaveAccessibleName(`Like ${first}`);

  for (const left of ["3 likes left today", "2 likes left today", "1 like left today"]) {
    const name = await topName(page);
    if (left.startsWith("3")) await draw(150);
    else if (left.startsWith("2")) await page.keyboard.press("ArrowRight");
    else await top(page).click();
    await expect(page.getByText(left)).toBeVisible();
    await expect(top(page)).not.toHaveAccessibleName(`Like ${name}`);
  }
  await top(page).click();
  await expect(page.getByRole("heading", { name: "That’s all your likes for today" })).toBeVisible();
  await expect(page.getByText(/You’ll get more from \w+day/)).toBeVisible();
  await expectAccessible(page);
  await page.goto("/likes/sent");
  await expect(page.getByRole("main").locator("article")).toHaveCount(4);
  await page.goto("/swipe-game");
  await expect(page.getByRole("heading", { name: "That’s all your likes for today" })).toBeVisible();
});

// spec: 4.like-popup, 4.like-popup-parameter, 4.like-popup-click
test("a like pops up after ?t= seconds and links to the profile; an unlike can be undone", async ({
  visitor,
  expectAccessible,
}, info) => {
  const [url] = info.project.metadata.urls as [string, string];
  const come = async (name: string, gender: "Woman" | "Man") => {
    const page = await visitor();
    const person = newcomer(name, gender, gender === "Man" ? "Women" : "Men");
    return { page, name: person.name, id: await signUpAndConfirm(page, url, person) };
  };
  const pia = await come("Pia", "Woman");
  const tom = await come("Tom", "Man");
  const heart = pia.page.getByRole("main").getByRole("button", { name: `Like ${tom.name}` });

  await pia.page.goto(`/members/${tom.id}`);
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await heart.click();
  await expect(pia.page.getByText(`You’ve unliked ${tom.name}.`)).toBeVisible();
  await pia.page.getByRole("button", { name: "Undo" }).click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await pia.page.goto("/likes/sent");
  await expect(pia.page.getByRole("main").getByText(tom.name)).toBeVisible();

  const popup = tom.page.getByRole("complementary", { name: "New like" });
  const pending = await watchTimers(tom.page);
  await tom.page.goto("/likes/sent?t=123.5");
  await expect.poll(pending).toContain(123_500);
  await tom.page.goto("/likes/sent?t=soon");
  await expect(tom.page).toHaveURL(/t=soon$/);
  await tom.page.goto("/likes/sent?t=1&from=mail");
  await expect(popup).toBeVisible();
  await expect(tom.page).toHaveURL(/\/likes\/sent\?from=mail$/);
  await expectAccessible(tom.page);
  await popup.getByRole("link").click();
  await expect(tom.page).toHaveURL(new RegExp(`/members/${pia.id}$`));
  await expect(popup).toBeHidden();
  // seen: nothing left to show, and the parameter is removed
  await tom.page.goto("/likes?t=0");
  await expect(tom.page).toHaveURL(/\/likes$/);
  await expect(popup).toBeHidden();
});

test("the match finder: a visitor's answers survive sign-up, then show matches with reasons", async ({
  visitor,
  expectAccessible,
}) => {
  const page = await visitor();
  await page.goto("/match-finder");
  const tick = (role: "checkbox" | "radio", name: string | RegExp) =>
    page.getByRole(role, { name, exact: typeof name === "string" }).check({ force: true });
  await tick("checkbox", "Men");
  await page.getByLabel("To", { exact: true }).selectOption("60");
  await page.getByLabel("Where?").selectOption({ label: "Anywhere" });
  await tick("radio", /^Going out/);
  for (const name of ["Music", "Wine", "Hiking", "Tea"]) await tick("checkbox", name);
  await page.getByRole("button", { name: "Continue to sign up" }).click();
  await expect(page.getByText("Please choose up to three.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: "Tea", exact: true }).uncheck({ force: true });
  await expect(page.getByText("3 of 3 chosen")).toBeVisible();
  await page.getByRole("button", { name: "Continue to sign up" }).click();
  await expect(page).toHaveURL(/\/signup/);
  await expect(page.getByRole("checkbox", { name: "Men", exact: true })).toBeChecked();
  await signUp(page, newcomer("Finja", "Woman", "Men"));

  await page.goto("/match-finder");
  await expect(page.getByRole("heading", { name: "People you might like" })).toBeVisible();
  await expect(page.getByText(/^\d+% match$/).first()).toBeVisible();
  await expect(page.getByText(/^.* is looking for someone like you, and vice versa$/).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Change my answers" }).click();
  await expect(page.getByRole("checkbox", { name: "Wine" })).toBeChecked();
  await page.getByRole("button", { name: "Show my results" }).click();
  await expect(page.getByRole("heading", { name: "People you might like" })).toBeVisible();
});

test("a member's landing pages need no script, and lead to sign-up", async ({
  visitor,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const page = await visitor();
  const { id, name } = await shownToVisitors(page);
  for (const path of ["landing", "landing2", "landing2/coffee", "landing3", "landing3/nobody-knows-this"]) {
    await page.goto(`/members/${id}/${path}`);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await expect(page.locator("script[src]")).toHaveCount(0);
    await expectAccessible(page);
  }
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL!, locale: "en-GB" });
  const plain = await context.newPage();
  await plain.goto(`/members/${id}/landing2/coffee`);
  await expect(plain.getByRole("heading", { name: `A coffee with ${name}?` })).toBeVisible();
  await plain.getByRole("link", { name: `Write to ${name}` }).click();
  await expect(plain).toHaveURL(new RegExp(`/members/${id}/signup$`));
  await expect(plain.getByRole("heading", { level: 1 })).toContainText(name);
  await context.close();
});

/** The members of the other tests are online and come first; visitors see none of their profiles. */
async function shownToVisitors(page: Page): Promise<{ id: string; name: string }> {
  for (let number = 1; number <= 5; number++) {
    const search = await page.request.get(`/api/members.php?page=${number}`);
    const { results } = (await search.json()) as { results: { id: string; name: string }[] };
    for (const one of results) if ((await page.request.get(`/api/member.php?id=${one.id}`)).ok()) return one;
  }
  throw new Error("no member is shown to visitors");
}
