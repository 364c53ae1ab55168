/** Buying credits in every way that a member can, in English and in German, with the sandbox as the provider. */
import type { Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { joinByApi, newcomer } from "./people.ts";
import { expect, test } from "./strict.ts";
import { type Words, wordsOf } from "./words.ts";

const CARDS = {
  good: "4242424242424242",
  challenged: "4000002500003155",
  declined: "4000000000000002",
  /** Is paid once, and declined when it is charged again. */
  declinedLater: "4000000000000341",
};

const balance = async (page: Page): Promise<number> =>
  ((await (await page.request.get("/api/user.php")).json()) as { user: { credits: number } }).user.credits;

/** Orders the pack with the chosen method, up to the provider's page. */
async function order(page: Page, words: Words, { method = "card", code = "", store = false } = {}): Promise<void> {
  await page.goto(`/credits/p1${code ? `?discountcode=${code}` : ""}`);
  await page
    .getByRole("radio", { name: words.text(`payments.method.${method}`), exact: false })
    .first()
    .check();
  if (store) await page.getByRole("checkbox", { name: words.text("payments.order.store") }).check();
  await page.getByRole("button", { name: words.pattern("payments.order.submit") }).click();
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
}
async function payAtSandbox(page: Page, card: string): Promise<void> {
  await page.getByLabel("Card number").fill(card);
  await page.getByRole("button", { name: /^Pay / }).click();
}
const completed = (page: Page, words: Words) =>
  expect(page.getByText(words.pattern("payments.state.receipt"))).toBeVisible();
const failed = (page: Page, words: Words) =>
  expect(page.getByRole("heading", { name: words.text("payments.state.failed") })).toBeVisible();

for (const locale of ["en", "de"]) {
  const words = wordsOf(locale);
  const setUp = async (page: Page, url: string, name: string) => {
    await page.goto(`/?lang=${locale}`);
    await joinByApi(page, url, newcomer(name, "Woman", "Men"));
  };

  // spec: 2.payment-screens, 8.payment-failed, 4.payment-states
  test(`card, 3-D Secure, decline and cancel, ${locale}`, async ({ visitor, expectAccessible }, info) => {
    const [url] = info.project.metadata.urls as [string];
    const page = await visitor();
    await setUp(page, url, "Paula");

    await test.step("a card that is declined charges nothing", async () => {
      for (let tries = 0; tries < 2; tries++) {
        await order(page, words);
        await payAtSandbox(page, CARDS.declined);
        await failed(page, words);
      }
      await expect(page.getByText(words.text("payments.reason.declined"))).toBeVisible();
      await expectAccessible(page);
      expect(await balance(page)).toBe(2);
    });

    await test.step("after two declines with a proof of work in the background: 3-D Secure refused, then an order cancelled on the provider's page", async () => {
      await order(page, words);
      await payAtSandbox(page, CARDS.challenged);
      await page.getByRole("button", { name: "Refuse" }).click();
      await failed(page, words);
      await expect(page.getByText(words.text("payments.reason.authentication_failed"))).toBeVisible();
      await order(page, words);
      await page.getByRole("button", { name: "Cancel" }).click();
      await failed(page, words);
      await expect(page.getByText(words.text("payments.reason.cancelled"))).toBeVisible();
    });

    await test.step("left on the provider's page: the payment is open, may be left alone, and can be cancelled", async () => {
      await order(page, words);
      await page.goto("/transactions");
      await page
        .getByRole("main")
        .getByRole("link", { name: new RegExp(words.text("payments.status.unpaid")) })
        .click();
      await expect(page.getByRole("heading", { name: words.text("payments.state.unpaid_title") })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: words.text("payments.state.open_cancel") }).click();
      await failed(page, words);
    });

    await test.step("3-D Secure approved: credits, premium and a receipt whose text can be read", async () => {
      await order(page, words);
      await payAtSandbox(page, CARDS.challenged);
      await page.getByRole("button", { name: "Approve" }).click();
      await completed(page, words);
      await expectAccessible(page);
      expect(await balance(page)).toBe(62);
      const link = page.getByRole("link", { name: words.text("payments.receipt.download") });
      const pdf = await page.request.get((await link.getAttribute("href"))!);
      expect(pdf.headers()["content-type"]).toBe("application/pdf");
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.body())), {
        mergePages: true,
      });
      expect(text).toMatch(/\d{4}-\d{6}/);
      expect(text.replaceAll(/\s/g, " ")).toContain("60");
      // opened again from the history it is a receipt, and welcomes nobody
      await page.goto("/transactions");
      await page
        .getByRole("main")
        .getByRole("link", { name: new RegExp(words.text("payments.status.completed")) })
        .click();
      await expect(page.getByRole("heading", { name: words.text("payments.state.completed_title") })).toBeVisible();
    });
  });

  // spec: 2.payment-screens, 8.stored-card-failed, 6.premium-credits
  test(`a stored card: paid, approved, declined, removed, ${locale}`, async ({ visitor, expectAccessible }, info) => {
    const [url] = info.project.metadata.urls as [string];
    const page = await visitor();
    await setUp(page, url, "Stine");
    const repeat = async () => {
      await page.goto("/credits/repeat-order");
      await expect(page.getByRole("heading", { name: words.text("payments.repeat.title") })).toBeVisible();
      await page.getByRole("button", { name: words.pattern("payments.order.submit") }).click();
    };
    const remove = async () => {
      await page.goto("/notifications/money#methods");
      await page.getByRole("button", { name: words.pattern("settings.methods.remove_label") }).click();
      await expect(page.getByText(words.text("settings.methods.none"))).toBeVisible();
    };

    await test.step("paid in one step", async () => {
      await order(page, words, { store: true });
      await payAtSandbox(page, CARDS.good);
      await completed(page, words);
      await page.goto("/credits/repeat-order");
      await expectAccessible(page);
      await repeat();
      await completed(page, words);
      expect(await balance(page)).toBe(122);
    });

    await test.step("removed in the settings, it is asked for no more", async () => {
      await remove();
      await expectAccessible(page);
      await page.goto("/credits/repeat-order");
      await expect(page).toHaveURL(/\/credits\/p1$/);
    });

    await test.step("the bank asks for approval", async () => {
      await order(page, words, { store: true });
      await payAtSandbox(page, CARDS.challenged);
      await page.getByRole("button", { name: "Approve" }).click();
      await completed(page, words);
      await repeat();
      await page.getByRole("button", { name: "Approve" }).click();
      await completed(page, words);
      expect(await balance(page)).toBe(242);
      await remove();
    });

    await test.step("declined: try again, or PayPal", async () => {
      await order(page, words, { store: true });
      await payAtSandbox(page, CARDS.declinedLater);
      await completed(page, words);
      await repeat();
      await failed(page, words);
      await expect(page.getByRole("link", { name: words.text("payments.state.again") })).toHaveAttribute(
        "href",
        "/credits/repeat-order?bundle=p1",
      );
      await page.getByRole("link", { name: words.text("payments.state.paypal") }).click();
      await expect(page).toHaveURL(/\/credits\/p1\/paypal/);
      await page.getByRole("button", { name: words.pattern("payments.order.submit") }).click();
      await page.getByRole("button", { name: /^Pay / }).click();
      await page.getByRole("button", { name: "Approve" }).click();
      await completed(page, words);
    });
  });

  // spec: 2.payment-screens, 5.code-not-found, 5.code-used
  test(`a typed code, and a withdrawal with and without a login, ${locale}`, async ({
    visitor,
    expectAccessible,
  }, info) => {
    const [url] = info.project.metadata.urls as [string];
    const page = await visitor();
    const buyer = newcomer("Wilma", "Woman", "Men");
    await page.goto(`/?lang=${locale}`);
    await joinByApi(page, url, buyer);
    const apply = async (code: string) => {
      await page.goto("/credits/p1");
      await page.getByLabel(words.text("payments.order.code")).fill(code);
      await page.getByRole("button", { name: words.text("payments.order.apply"), exact: true }).click();
    };

    await test.step("wrong, right, used", async () => {
      await apply("NONSENSE");
      await expect(page.getByText(words.text("errors.code_not_found"))).toBeVisible();
      await expectAccessible(page);
      await apply("demo10");
      await expect(page.getByText(words.pattern("payments.order.applied"))).toBeVisible();
      await page.getByRole("radio", { name: words.text("payments.method.card") }).check({ force: true });
      await page.getByRole("button", { name: words.pattern("payments.order.submit") }).click();
      await payAtSandbox(page, CARDS.good);
      await completed(page, words);
      await apply("DEMO10");
      await expect(page.getByText(words.text("errors.code_used"))).toBeVisible();
    });

    const bought: string[] = [];
    await test.step("logged in: the transaction has the button, which asks once more", async () => {
      await order(page, words);
      await payAtSandbox(page, CARDS.good);
      await completed(page, words);
      await page
        .getByRole("contentinfo")
        .getByRole("link", { name: words.text("payments.withdrawal.start") })
        .click();
      await expect(page.getByRole("heading", { name: words.text("payments.withdrawal.mine") })).toBeVisible();
      await expectAccessible(page);
      await page.goto("/transactions");
      for (const link of await page.getByRole("main").getByRole("link", { name: /60/ }).all())
        bought.push(/\/transactions\/([\w-]{22})/.exec((await link.getAttribute("href"))!)![1]!);
      await page.goto(`/transactions/${bought[0]}`);
      await page.getByText(words.text("payments.withdrawal.start")).first().click();
      await page.getByRole("button", { name: words.text("payments.withdrawal.confirm") }).click();
      await expect(page.getByRole("heading", { name: words.text("payments.state.refunded_title") })).toBeVisible();
      await expectAccessible(page);
      expect(await balance(page)).toBe(62);
    });

    await test.step("without a login: the number on the receipt and the address", async () => {
      const stranger = await visitor();
      await stranger.goto(`/withdrawal?lang=${locale}`);
      await expectAccessible(stranger);
      const fill = async (number: string) => {
        await stranger.getByRole("textbox").nth(0).fill(buyer.email);
        await stranger.getByRole("textbox").nth(1).fill(number);
        await stranger.getByRole("button", { name: words.text("payments.withdrawal.next") }).click();
      };
      await fill("nothing");
      await expect(stranger.getByText(words.text("payments.withdrawal.unknown"))).toBeVisible();
      await fill(bought[1]!);
      await expect(stranger.getByText(words.pattern("payments.withdrawal.check_lead"))).toBeVisible();
      await expectAccessible(stranger);
      await stranger.getByRole("button", { name: words.text("payments.withdrawal.confirm") }).click();
      await expect(stranger.getByText(words.text("payments.withdrawal.done_title"))).toBeVisible();
      expect(await balance(page)).toBe(2);
    });
  });
}
