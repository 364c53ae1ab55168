/** Receipts: numbered without gaps, right to the cent, and readable in every language (product.md 7). */
import { LOCALES } from "@serenade/contract/locales";
import { PaymentApi } from "@serenade/contract/payments";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { changeSite } from "../../site/commands.ts";
import { issueReceipt } from "./commands.ts";
import { renderReceipt } from "./gateway.ts";
import { attachReceipt } from "./present.ts";
import { listReceipts } from "./queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

async function buy(person: Person, bundle: "p0" | "p1" = "p1", card = "4242424242424242") {
  const { body } = await person.call(PaymentApi.start, { body: { bundle, paymentmethod: "card" } });
  const form = new URLSearchParams({ act: "pay", card });
  await fetch(body.redirect!, { method: "POST", redirect: "manual", body: form });
  await test.app.drain();
  return body.transaction.id;
}
const read = async (person: Person, id: Awaited<ReturnType<typeof buy>>) =>
  (await person.call(PaymentApi.read, { query: { id } })).body;
const textOf = async (pdf: Uint8Array) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replaceAll(/\s+/g, " ");
const numberOf = (receipt: string) => Number(receipt.split("-")[1]);

describe("a receipt", () => {
  it("says what was bought, its tax, and the credits before and after", async () => {
    const anna = await join(test, "anna");
    const id = await buy(anna);
    const { receipts } = await read(anna, id);
    expect(receipts).toEqual([
      {
        number: expect.stringMatching(/^\d{4}-\d{6}$/),
        issued_at: expect.any(String),
        net: { amount: 2_065, currency: "EUR" },
        vat: { amount: 434, currency: "EUR" },
        vat_rate: 21,
        vat_country: "NL",
        credits: 60,
        credits_before: 2,
        credits_after: 62,
        refund: false,
      },
    ]);
    const answer = await anna.fetch(`/api/receipt.php?id=${id}`, { headers: { "x-request-type": "client" } });
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toContain(`receipt-${receipts[0]!.number}.pdf`);
    const text = await textOf(new Uint8Array(await answer.arrayBuffer()));
    for (const part of [
      "Receipt",
      receipts[0]!.number,
      id,
      "60 credits",
      "€24.99",
      "€20.65",
      "€4.34",
      "VAT 21% (Netherlands)",
    ])
      expect(text).toContain(part);
  });

  it("is its buyer's, and only of what was paid", async () => {
    const [bram, carl] = [await join(test, "bram"), await join(test, "carl")];
    const paid = await buy(bram);
    const declined = await buy(bram, "p0", "4000000000000002");
    const client = { headers: { "x-request-type": "client" } };
    expect((await carl.fetch(`/api/receipt.php?id=${paid}`, client)).status).toBe(404);
    expect((await bram.fetch(`/api/receipt.php?id=${declined}`, client)).status).toBe(404);
    expect((await read(bram, declined)).receipts).toEqual([]);
  });

  it("keeps what it said when the site's company changes, and numbers follow each other without gaps", async () => {
    const buyers = await Promise.all(["dora", "emil", "finn", "gwen"].map((name) => join(test, name)));
    const orders = await Promise.all(buyers.map((person) => buy(person, "p0")));
    const numbers = await Promise.all(
      buyers.map(async (person, at) => numberOf((await read(person, orders[at]!)).receipts[0]!.number)),
    );
    const sorted = numbers.toSorted((a, b) => a - b);
    expect(sorted).toEqual(sorted.map((_, at) => sorted[0]! + at));
    await test.app.db.raw(`update sites set company = company || '{"name":"Evening Ltd","kvk":"999"}' where id = 1`);
    await changeSite(test.app, 1, {}); // other processes and this one read it again
    const hans = await join(test, "hans");
    expect(numberOf((await read(hans, await buy(hans, "p0"))).receipts[0]!.number)).toBe(1);
    const { rows } = await test.app.db.raw("select max(last) as last from receipt_numbers where company <> '999'");
    expect((rows[0] as { last: number }).last).toBe(sorted.at(-1));
    const [before] = await listReceipts(test.app.db, {
      site: 1,
      member: buyers[0]!.number,
      order: test.app.ids.decode("transaction", orders[0]!)!,
    });
    expect(before!.seller.name).not.toBe("Evening Ltd");
  });

  it("of a refund has the tax of its own sale, whatever later ones have and wherever the buyer is now", async () => {
    const kira = await join(test, "kira");
    await buy(kira, "p0");
    const order = test.app.ids.decode("transaction", await buy(kira))!;
    const tax = (country: string, rate: number, of: string) =>
      test.app.db.raw(`update receipts set vat_country = $2, vat_rate = $3 where order_id = $1 and ${of}`, [
        order,
        country,
        rate,
      ]);
    const refund = (id: number) =>
      test.app.db.transaction((tx) =>
        issueReceipt(test.app, tx, {
          ...{ site: 1, order, refund: id, gross: -1_190, credits: 10, before: 62, after: 52 },
          evidence: { declared: "NL", network: null, card: null },
        }),
      );
    await tax("DE", 1_900, "refund_id is null");
    await refund(test.app.ids.next());
    await tax("FR", 2_000, "refund_id is not null");
    await refund(test.app.ids.next());
    const receipts = await listReceipts(test.app.db, { site: 1, member: kira.number, order });
    expect(receipts.map(({ vat_country, net, vat }) => [vat_country, net, vat])).toEqual([
      ["DE", 2_065, 434],
      ["FR", -1_000, -190],
      ["DE", -1_000, -190],
    ]);
  });

  it("goes with the mail, and with no other mail", async () => {
    const ines = await join(test, "ines");
    const id = await buy(ines);
    const { rows } = await test.app.db.raw(
      "select site_id, member_id, kind, params, locale from mail_outbox where member_id = $1 and kind = 'receipt'",
      [ines.number],
    );
    const mail = rows[0] as Parameters<typeof attachReceipt>[1];
    const [file, ...others] = await attachReceipt(test.app, mail);
    expect(others).toEqual([]);
    expect(file).toMatchObject({
      contentType: "application/pdf",
      filename: expect.stringMatching(/^receipt-.*\.pdf$/),
    });
    expect(await textOf(file!.content)).toContain(id);
    expect(await attachReceipt(test.app, { ...mail, params: {} })).toEqual([]);
    expect(await attachReceipt(test.app, { ...mail, member_id: 1 })).toEqual([]);
  });

  it("can be read back in every language: no letter is lost", async () => {
    const jana = await join(test, "jana");
    const id = await buy(jana);
    const order = test.app.ids.decode("transaction", id)!;
    const [row] = await listReceipts(test.app.db, { site: 1, member: jana.number, order });
    const seller = {
      ...row!.seller,
      name: "Zażółć gęślą jaźń",
      city: "Tromsø",
      address: "Rue de l’Œuvre 5",
      kvk: "12",
      vat_number: "NL1",
    };
    for (const locale of LOCALES) {
      const pdf = await renderReceipt({ ...row!, seller }, id, locale);
      const text = await textOf(pdf);
      const price = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(24.99);
      for (const part of [price.replaceAll(/\s+/g, " "), seller.name, seller.city, seller.address])
        expect(text, locale).toContain(part);
      expect(pdf.toString("latin1"), locale).toContain("/StructTreeRoot");
      expect(pdf.length).toBeLessThan(60_000);
    }
  });
});
