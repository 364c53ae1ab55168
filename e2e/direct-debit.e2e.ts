/** Direct debit: the form, the code from the mail, a blocked account and the limit, in English and in German. */
import type { Page } from "@playwright/test";
import { joinByApi, newcomer } from "./people.ts";
import { expect, test } from "./strict.ts";
import { wordsOf } from "./words.ts";

const GOOD = "NL91 ABNA 0417 1643 00";
const BLOCKED = "FR14 2004 1010 0505 0001 3M02 606";

for (const locale of ["en", "de"]) {
  const words = wordsOf(locale);
  const say = (key: string) => words.text(`payments.debit.${key}`);

  // spec: 2.direct-debit-form, 5.direct-debit-code, 8.direct-debit-blocked, 8.direct-debit-limit
  test(`direct debit: right and wrong code, blocked account, limit, ${locale}`, async ({
    visitor,
    expectAccessible,
  }, info) => {
    const [url] = info.project.metadata.urls as [string];
    const page = await visitor();
    const payer = newcomer("Dirk", "Man", "Women");
    await page.goto(`/?lang=${locale}`);
    await joinByApi(page, url, payer);

    const fill = async (bundle: string, iban: string) => {
      await page.goto(`/directdebit?bundle=${bundle}`);
      await page.getByLabel(say("holder")).fill("Dirk de Vries");
      await page.getByLabel(say("iban")).fill(iban);
      await page.getByLabel(say("street"), { exact: true }).fill("Oudegracht");
      await page.getByLabel(say("house_number")).fill("12");
      await page.getByLabel(say("zip")).fill("3511 AB");
      await page.getByLabel(say("city"), { exact: true }).fill("Utrecht");
      await page.getByLabel(say("phone")).fill("+31 6 12345678");
      await page.getByRole("button", { name: say("submit") }).click();
    };
    const confirm = async (code: string) => {
      await expect(page.getByRole("heading", { name: say("code_title") })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await page.getByRole("textbox", { name: say("code") }).fill(code);
      await page.getByRole("button", { name: words.pattern("payments.order.submit") }).click();
    };
    let last = "";
    /** Each code is mailed once; the mail may come after the page. */
    const nextCode = async () => {
      last = await codeAfter(last, page, url, payer.email);
      return last;
    };
    const open = () =>
      expect(page.getByRole("heading", { name: words.text("payments.state.open_title") })).toBeVisible();

    await test.step("chosen among the payment methods, a wrong IBAN is said at its field", async () => {
      await page.goto("/credits/p1");
      await page.getByRole("radio", { name: words.text("payments.method.directdebit") }).check();
      await page.getByRole("button", { name: words.pattern("payments.order.submit") }).click();
      await expect(page).toHaveURL(/\/directdebit\?bundle=p1/);
      await expectAccessible(page);
      await fill("p1", "NL91 ABNA 0417 1643 01");
      await expect(page.getByText(words.text("errors.iban_invalid"))).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("a wrong code, then the right one: the payment waits for the bank", async () => {
      await fill("p1", GOOD);
      await expect(page.getByRole("heading", { name: say("code_title") })).toBeVisible();
      await expectAccessible(page);
      const code = await nextCode();
      await confirm(code === "000000" ? "000001" : "000000");
      await expect(page.getByText(words.text("errors.otp_invalid"))).toBeVisible();
      await page.reload();
      await confirm(code);
      await open();
      await expect(page.getByText(say("pending"))).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("an account that the bank blocks", async () => {
      await fill("p1", BLOCKED);
      const asked = page.getByRole("heading", { name: say("code_title") });
      // once the bank has refused it, the form refuses it
      await expect(asked.or(page.getByText(words.text("errors.account_blocked")))).toBeVisible();
      if (await asked.isVisible()) await confirm(await nextCode());
      await expect(page.getByText(words.text("errors.account_blocked"))).toBeVisible();
    });

    await test.step("more than 100.00 a day", async () => {
      await fill("p3", GOOD);
      await confirm(await nextCode());
      await expect(page.getByText(words.text("errors.debit_limit"))).toBeVisible();
      await expectAccessible(page);
    });
  });
}

/** The code in the newest mail to an address, once one has come that is not `last`. */
async function codeAfter(last: string, page: Page, url: string, email: string): Promise<string> {
  let code = "";
  await expect
    .poll(async () => {
      const outbox = await page.request.get(`${url}/dev/outbox.json`);
      const mails = (await outbox.json()) as { to: string; subject: string }[];
      const newest = mails.find(({ to, subject }) => to === email && /\d{6}/.test(subject));
      code = /\d{6}/.exec(newest?.subject ?? "")?.[0] ?? "";
      return code !== "" && code !== last;
    })
    .toBe(true);
  return code;
}
