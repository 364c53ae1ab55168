/** Search by more than place and age: filters in the address, chips that remove them, and relaxations of an empty result. */
import { DEMO_LOGINS, DEMO_PASSWORD } from "../server/db/demo/logins.ts";
import { logIn } from "./people.ts";
import { expect, test } from "./strict.ts";

test("a member narrows a search, removes a filter, and relaxes an empty one", async ({ visitor, expectAccessible }) => {
  const page = await visitor();
  await logIn(page, DEMO_LOGINS[0]!.email, DEMO_PASSWORD);

  await test.step("every filter is in the form, and in the address after submitting", async () => {
    await page.goto("/members?min_age=18&max_age=99");
    const change = page.getByText("Edit search");
    if (await change.isVisible()) await change.click();
    const form = page.getByRole("search", { name: "Search" }).filter({ visible: true });
    await form.getByText("More filters").click();
    await form.getByRole("checkbox", { name: "With a photo" }).check();
    await form.getByRole("checkbox", { name: "Looking for someone like me" }).check();
    await form.getByRole("checkbox", { name: "Wine", exact: true }).check({ force: true });
    await form.getByRole("checkbox", { name: "Tea", exact: true }).check({ force: true });
    await expectAccessible(page);
    await form.getByRole("button", { name: "Show members" }).click();
    await expect(page).toHaveURL(/photo=true.*mutual=true.*interests=tea%2Cwine/);
    await expect(page.getByText(/members? found/).first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a chip removes its filter, by keyboard too; going back restores it", async () => {
    const chosen = page.getByRole("navigation", { name: "Your filters" });
    await chosen.getByRole("link", { name: "Remove: Tea" }).press("Enter");
    await expect(page).toHaveURL(/interests=wine(&|$)/);
    await expect(chosen.getByRole("link", { name: "Remove: Wine" })).toBeVisible();
    await page.goBack();
    await expect(chosen.getByRole("link", { name: "Remove: Tea" })).toBeVisible();
  });

  await test.step("the search is saved, opened from the list and deleted", async () => {
    await page.goto("/members?gender=woman&interests=tea%2Cwine&min_age=30&max_age=50");
    const saved = page.locator("details").filter({ hasText: "Saved searches" });
    await saved.locator("summary").press("Enter");
    await saved.getByRole("button", { name: "Save this search" }).click();
    await expect(saved.getByText("Search saved.")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/members?gender=man&min_age=18&max_age=99");
    await saved.locator("summary").click();
    await saved.getByRole("link", { name: /Women.*30–50.*Tea or Wine/ }).click();
    await expect(page).toHaveURL(/gender=woman.*interests=tea(%2C|,)wine/);
    if (!(await saved.getByRole("button", { name: /^Delete search/ }).isVisible()))
      await saved.locator("summary").click();
    await saved.getByRole("button", { name: /^Delete search/ }).click();
    await expect(saved.getByText("Search deleted.")).toBeVisible();
    await expect(saved.getByRole("link")).toHaveCount(0);
  });

  await test.step("an empty search offers filters to drop, with their totals", async () => {
    // main-screens.ts signs up members of 98 in New Zealand
    await page.goto("/members?country=IE&min_age=98&max_age=99");
    await expect(page.getByRole("heading", { name: "Nobody matches all of this" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: /members? without “98–99”/ }).click();
    await expect(page.getByText(/members? found/).first()).toBeVisible();
    await expect(page).toHaveURL(/country=IE&min_age=18&max_age=99/);
  });
});

test("a visitor sees what needs an account", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/members?min_age=18&max_age=99");
  const change = page.getByText("Edit search");
  if (await change.isVisible()) await change.click();
  const form = page.getByRole("search", { name: "Search" }).filter({ visible: true });
  await form.getByText("More filters").click();
  await expect(form.getByText(/Log in to search near you/)).toBeVisible();
  await expect(form.getByLabel("Near me")).toHaveCount(0);
  await page.goto("/members?near=25&min_age=18&max_age=99");
  await expect(page).toHaveURL(/\/login/);
});

test("a page after the last one is the last one", async ({ visitor }) => {
  const page = await visitor();
  await logIn(page, DEMO_LOGINS[0]!.email, DEMO_PASSWORD);
  await page.goto("/members?min_age=18&max_age=99&page=99");
  await expect(page).not.toHaveURL(/page=99/);
  const [, at, last] = /page (\d+) of (\d+)/i.exec(
    (await page
      .getByText(/members? found/)
      .first()
      .textContent())!,
  )!;
  expect(at).toBe(last);
});
