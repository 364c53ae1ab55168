/** Card journeys at Stripe and Mollie, by country in one installation that runs as in production behind a TLS proxy. */
import type { Page } from "@playwright/test";
import { joinByApi, logIn, type Newcomer, newcomer, PASSWORD } from "./people.ts";
import { startProduction } from "./production.ts";
import { expect, test } from "./strict.ts";
import { wordsOf } from "./words.ts";

const PROVIDERS = [
  { provider: "stripe", country: "GB" },
  { provider: "mollie", country: "NL" },
] as const;
const LOCALES = ["en", "de"];

let production: Awaited<ReturnType<typeof startProduction>>;
const members = new Map<string, Newcomer>();
test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000);
  production = await startProduction(async (url) => {
    for (const { provider, country } of PROVIDERS)
      for (const locale of LOCALES) {
        const member = newcomer(`Pay ${provider}`, "Woman", "Men");
        const request = await playwright.request.newContext({ baseURL: url });
        await joinByApi({ request }, url, member, country);
        await request.dispose();
        members.set(`${provider} ${locale}`, member);
      }
  });
});
test.afterAll(() => production?.stop());

const balance = async (page: Page): Promise<number> =>
  ((await (await page.request.get("/api/user.php")).json()) as { user: { credits: number } }).user.credits;

for (const { provider } of PROVIDERS)
  for (const locale of LOCALES)
    test(`${provider}: card, 3-D Secure, decline, cancel, PayPal, stored card, provider away, ${locale}`, async ({
      visitor,
      expectAccessible,
    }) => {
      test.setTimeout(120_000);
      const words = wordsOf(locale);
      const say = (key: string) => words.text(`payments.${key}`);
      const double = production[provider];
      const page = await visitor(production.url);
      await logIn(page, members.get(`${provider} ${locale}`)!.email, PASSWORD);
      await page.goto(`/?lang=${locale}`);

      const order = async ({ method = "card", store = false } = {}) => {
        await page.goto("/credits/p1");
        await page
          .getByRole("radio", { name: say(`method.${method}`) })
          .first()
          .check({ force: true });
        if (store) await page.getByRole("checkbox", { name: say("order.store") }).check();
        await page.getByRole("button", { name: words.pattern("payments.order.submit") }).click();
        await expect(page.getByRole("heading", { name: new RegExp(provider, "i") })).toBeVisible();
      };
      const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
      const heading = (key: string) => page.getByRole("heading", { name: say(`state.${key}`) });
      const completed = async (credits: number) => {
        await expect(page).toHaveURL(new RegExp(`^${production.url}/transactions/`));
        await expect(page.getByText(words.pattern("payments.state.receipt"))).toBeVisible();
        expect(await balance(page)).toBe(credits);
      };

      await test.step("left on the provider's page: nothing is paid, and the way back to it is there", async () => {
        await order();
        await page.goto("/transactions");
        await page
          .getByRole("main")
          .getByRole("link", { name: new RegExp(say("status.unpaid")) })
          .click();
        await expect(heading("unpaid_title")).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("link", { name: say("state.unpaid_continue") }).click();
        await press("Pay");
        await completed(62);
      });

      await test.step("3-D Secure refused, then declined: nothing is charged", async () => {
        await order();
        await press("Pay with approval");
        await press("Refuse");
        if (provider === "mollie") {
          await expect(page.getByText(say("reason.authentication_failed"))).toBeVisible();
          await order();
        }
        await press("Card is declined");
        if (provider === "mollie") await expect(page.getByText(say("reason.insufficient_funds"))).toBeVisible();
        else await expect(page.getByText("Your card was declined.")).toBeVisible();
        expect(await balance(page)).toBe(62);
      });

      await test.step("cancelled on the provider's page", async () => {
        if (provider === "mollie") await order();
        await press("Cancel");
        if (provider === "stripe") {
          // Stripe's page only leads back: its session can still be paid
          await expect(heading("unpaid_title")).toBeVisible();
          await page.getByRole("button", { name: say("state.open_cancel") }).click();
        }
        await expect(heading("failed")).toBeVisible();
        await expect(page.getByText(say("reason.cancelled"))).toBeVisible();
        await expectAccessible(page);
        expect(await balance(page)).toBe(62);
      });

      await test.step("3-D Secure approved, and the card is kept", async () => {
        await order({ store: true });
        await press("Pay with approval");
        await press("Approve");
        await completed(122);
      });

      await test.step("the stored card pays in one step", async () => {
        double.setOutcomes("paid");
        await page.goto("/credits/repeat-order");
        await page.getByRole("button", { name: words.pattern("payments.order.submit") }).click();
        await completed(182);
      });

      await test.step("the bank asks for approval of the stored card", async () => {
        double.setOutcomes("challenge");
        await page.goto("/credits/repeat-order");
        await page.getByRole("button", { name: words.pattern("payments.order.submit") }).click();
        if (provider === "stripe") {
          await press("Approve");
          await completed(242);
        } else {
          // Mollie has no page for it: the payment fails, and there are other ways
          await expect(heading("failed")).toBeVisible();
          await expect(page.getByRole("link", { name: say("state.paypal") })).toBeVisible();
        }
      });

      await test.step("PayPal", async () => {
        const before = await balance(page);
        await order({ method: "paypal" });
        await press("Pay");
        await completed(before + 60);
      });

      await test.step("the provider does not answer: the page says so, and what is paid is not lost", async () => {
        const before = await balance(page);
        await order();
        const checkout = page.url();
        double.odd("unavailable");
        await press("Pay");
        await expect(heading("away_title")).toBeVisible();
        await expectAccessible(page);
        expect(await balance(page)).toBe(before);
        double.odd(null);
        // the page asks again by itself
        await completed(before + 60);
        expect(checkout).toContain("127.0.0.1");
      });

      await test.step("every notice that the provider could be asked about was taken", async () => {
        const statuses = new Set(await production.answeredNotices());
        expect([...statuses].filter((status) => status !== 200 && status < 500)).toEqual([]);
      });
    });
