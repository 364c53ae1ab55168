/** Limits with a next step: a visitor after five pages of a search, an unconfirmed member before paying. */
import { newcomer, PASSWORD } from "./people.ts";
import { expect, test } from "./strict.ts";

test("a visitor sees five pages of a search, and the next step is to join", async ({ visitor, expectAccessible }) => {
  const page = await visitor();
  await page.goto("/members?lang=en&page=5");
  const main = page.getByRole("main");
  await expect(main.getByText("Join free to see everyone in this search.")).toBeVisible();
  await expectAccessible(page);
  await main.getByRole("link", { name: "Join free" }).click();
  await expect(page).toHaveURL(/\/signup/);
  await page.goto("/members?page=6");
  await expect(page).toHaveURL(/\/signup/);
  await page.goto("/members?page=2");
  await expect(page).toHaveURL(/\/members\?page=2/);
  await expect(main.getByText("Join free to see everyone in this search.")).toHaveCount(0);
});

test("an unconfirmed member cannot pay, and can confirm on the same screen", async ({ visitor, expectAccessible }) => {
  const page = await visitor();
  await page.goto("/?lang=en");
  const { name, email } = newcomer("Gate", "Woman", "Men");
  const form = { date_of_birth: "1990-04-12", country: "NL", terms: true, consent: true, gender: "woman" };
  const { status } = await page.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json", "x-request-type": "client" };
      return {
        status: (await fetch("/api/signup.php", { method: "POST", headers, body: JSON.stringify(body) })).status,
      };
    },
    { ...form, looking_for: ["man"], name, email, password: PASSWORD },
  );
  expect(status).toBe(201);
  await page.goto("/credits/p1");
  const main = page.getByRole("main");
  await expect(main.getByText(/confirm your email address before you buy credits/)).toBeVisible();
  await expectAccessible(page);
  await main.getByRole("button", { name: /^Buy now for/ }).click();
  await expect(main.getByText(/Nothing was ordered/)).toBeVisible();
  await expect(page).toHaveURL(/\/credits\/p1/);
  await main.getByRole("link", { name: "How it works" }).first().click();
  await expect(page).toHaveURL(/\/complete-signup\?step=confirm/);
});
