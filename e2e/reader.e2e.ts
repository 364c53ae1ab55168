/**
 * What a screen reader reads of the main screens, as files in snapshots/: with names, ages, times and prices as patterns. A
 * change that is meant: `npx playwright test -c e2e/playwright.config.ts --update-snapshots e2e/reader.e2e.ts`, and patterns again
 * in place of what changes from run to run.
 */
import { makeMainScreens } from "./main-screens.ts";
import { expect, test } from "./strict.ts";

test("the main screens are read in the same words and order", async ({ visitor, baseURL }, info) => {
  const page = await visitor();
  // of an age of their own, also in a second attempt: the search shows nobody else
  const screens = await makeMainScreens(page, visitor, baseURL!, 90 - info.retry);
  for (const [name, path] of Object.entries(screens)) {
    await test.step(name, async () => {
      await page.goto(path);
      await expect(page.getByRole("main")).toMatchAriaSnapshot({ name: `${name}.aria.yml` });
    });
  }
});
