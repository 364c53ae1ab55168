/** Chargebacks: partial ones, several of one order, won and lost, and none of another order (product.md 7). */
import { CreditsApi } from "@serenade/contract/credits";
import { DirectDebitApi } from "@serenade/contract/direct-debit";
import { PaymentApi } from "@serenade/contract/payments";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { moveCredits } from "../../credits/commands.ts";
import { auditLedger } from "../audit/commands.ts";
import type { Chargeback } from "../gateway.ts";
import { findOrder } from "../queries.ts";
import type { OrderRow } from "../tables.ts";
import { applyChargebacks, findChargedBack, retakeCredits } from "./commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

/** An order of 60 credits for 24.99. */
async function buy(person: Person): Promise<OrderRow> {
  const { body } = await person.call(PaymentApi.start, { body: { bundle: "p1", paymentmethod: "card" } });
  const form = new URLSearchParams({ act: "pay", card: "4242424242424242" });
  await fetch(body.redirect!, { method: "POST", redirect: "manual", body: form });
  await test.app.drain();
  const order = (await findOrder(test.app.db, 1, test.app.ids.decode("transaction", body.transaction.id)!))!;
  expect([order.status, order.amount, order.credits]).toEqual(["completed", 2_499, 60]);
  return order;
}
const back = (ref: string, amount: number, status: Chargeback["status"] = "open"): Chargeback => ({
  ref,
  amount,
  status,
  reason: "fraudulent",
  dueBy: null,
});
const apply = (order: OrderRow, ...reported: Chargeback[]) =>
  test.app.db.transaction((tx) => applyChargebacks(test.app, tx, order, reported));
const held = (order: OrderRow) => test.app.db.transaction((tx) => findChargedBack(tx, 1, order.id));
const balance = async (person: Person) => (await person.call(CreditsApi.read)).body.balance;
const version = async ({ number }: Person) => {
  const { rows } = await test.app.db.raw("select version from member_state where member_id = $1", [number]);
  return (rows[0] as { version: number }).version;
};
const rowsOf = async ({ id }: OrderRow) =>
  (
    await test.app.db.raw("select amount, credits, status from chargebacks where order_id = $1 order by amount desc", [
      id,
    ])
  ).rows;

describe("a partial chargeback", () => {
  it("takes its part of the credits, once; all parts take all credits and no more", async () => {
    const anna = await join(test, "anna");
    const order = await buy(anna);
    const [first, second] = [back("anna-1", 1_250), back("anna-2", 1_249)];
    const before = await version(anna);
    await apply(order, first);
    expect(await balance(anna)).toBe(31);
    const opened = await version(anna);
    expect(opened).toBeGreaterThan(before);
    await apply(order, first);
    expect([await balance(anna), await version(anna)]).toEqual([31, opened]);
    await apply(order, first, second);
    expect(await balance(anna)).toBe(2);
    expect(await held(order)).toEqual({ amount: 2_499, credits: 60 });
    expect((await auditLedger(test.app)).right).toBe(true);
  });

  it("that is won returns its own credits only, once, and stays won", async () => {
    const bea = await join(test, "bea");
    const order = await buy(bea);
    await apply(order, back("bea-1", 1_250), back("bea-2", 1_249));
    const before = await version(bea);
    await apply(order, back("bea-1", 1_250, "won"));
    expect(await balance(bea)).toBe(33);
    expect(await version(bea)).toBeGreaterThan(before);
    await apply(order, back("bea-1", 1_250, "won"), back("bea-2", 1_249, "lost"));
    const closed = await version(bea);
    await apply(order, back("bea-1", 1_250, "lost"), back("bea-2", 1_249, "lost"));
    await apply(order, back("bea-2", 1_249)); // a late report
    expect([await balance(bea), await version(bea)]).toEqual([33, closed]);
    expect(await rowsOf(order)).toEqual([
      { amount: 1_250, credits: 31, status: "won" },
      { amount: 1_249, credits: 29, status: "lost" },
    ]);
    expect(await held(order)).toEqual({ amount: 1_249, credits: 29 });
    // the same amount again finds the credits that were returned
    await apply(order, back("bea-3", 1_250));
    expect([await balance(bea), await held(order)]).toEqual([2, { amount: 2_499, credits: 60 }]);
    expect((await auditLedger(test.app)).right).toBe(true);
  });

  it("of one order takes nothing of another, and a reference belongs to its provider", async () => {
    const [cleo, dora] = [await join(test, "cleo"), await join(test, "dora")];
    const [hers, other, second] = [await buy(cleo), await buy(dora), await buy(dora)];
    await apply(hers, back("same", 2_499));
    await apply(other, back("dora-1", 2_499));
    expect([await balance(cleo), await balance(dora)]).toEqual([2, 62]);
    await apply({ ...second, provider: "stripe" }, back("same", 2_499));
    expect([await balance(cleo), await balance(dora)]).toEqual([2, 2]);
    await apply({ ...second, provider: "stripe" }, back("same", 2_499, "won"));
    expect([await balance(cleo), await balance(dora)]).toEqual([2, 62]);
    expect(await held(hers)).toEqual({ amount: 2_499, credits: 60 });
    expect((await auditLedger(test.app)).right).toBe(true);
  });
});

describe("a chargeback of spent credits", () => {
  it("leaves a debt, which is settled first when it is won", async () => {
    const kim = await join(test, "kim");
    const order = await buy(kim);
    await test.app.db.transaction((tx) =>
      moveCredits(tx, {
        ...{ site: 1, member: kim.number, amount: -50, kind: "gift" as const, idem: "spent" },
        at: test.app.clock.iso(),
      }),
    );
    const debt = async () => (await kim.call(CreditsApi.history)).body.debt;
    await apply(order, back("kim-1", 2_499));
    expect([await balance(kim), await debt()]).toEqual([0, 48]);
    await apply(order, back("kim-1", 2_499, "won"));
    expect([await balance(kim), await debt()]).toEqual([12, 0]);
  });
});

describe("a returned direct debit", () => {
  it("blocks the account of its mandate", async () => {
    const lena = await join(test, "lena");
    const order = await buy(lena);
    const form = {
      ...{ bundle: "p1" as const, account_holder: "L. Visser", iban: "NL91ABNA0417164300", phone: "+31 6 12345678" },
      ...{ street: "Oudegracht", house_number: "12a", zip: "3511 AB", city: "Utrecht" },
    };
    const begin = async () => (await lena.call(DirectDebitApi.begin, { body: form })).body;
    const mandate_id = test.app.ids.decode("mandate", (await begin()).id)!;
    await apply({ ...order, mandate_id }, back("lena-1", 1_250));
    expect((await begin()).error).toBe("account_blocked");
    expect(await balance(lena)).toBe(31);
  });
});

describe("a refund that failed after the chargeback", () => {
  /** The row alone: its credits were not taken. */
  const refund = ({ id, provider }: OrderRow, credits: number) =>
    test.app.db.raw(
      `insert into refunds (site_id, id, order_id, amount, credits, reason, status, provider, created_at, changed_at)
       values (1, $1, $2, 1000, $3, 'staff', 'completed', $4, now(), now())`,
      [test.app.ids.next(), id, credits, provider],
    );
  const fail = ({ id }: OrderRow) => test.app.db.raw("update refunds set status = 'failed' where order_id = $1", [id]);
  const retake = (order: OrderRow, cause: string) =>
    test.app.db.transaction((tx) => retakeCredits(test.app, tx, order, cause));

  it("lets every chargeback take what it left, and nothing twice", async () => {
    const hope = await join(test, "hope");
    const order = await buy(hope);
    await refund(order, 60);
    await apply(order, back("hope-0", 1_000), back("hope-0", 1_000, "won"));
    await apply(order, back("hope-1", 1_250), back("hope-2", 1_249));
    expect(await balance(hope)).toBe(62);
    const other = await buy(hope);
    await apply(other, back("hope-3", 1_250));
    expect(await balance(hope)).toBe(91);
    await fail(order);
    await retake(order, "first");
    await retake(order, "second");
    expect(await balance(hope)).toBe(31);
    expect(await rowsOf(order)).toEqual([
      { amount: 1_250, credits: 31, status: "open" },
      { amount: 1_249, credits: 29, status: "open" },
      { amount: 1_000, credits: 0, status: "won" },
    ]);
    expect(await held(other)).toEqual({ amount: 1_250, credits: 31 });
  });

  it("lets a partial one take no more than its part", async () => {
    const iris = await join(test, "iris");
    const order = await buy(iris);
    await refund(order, 40);
    await apply(order, back("iris-1", 1_250));
    expect(await balance(iris)).toBe(42);
    await fail(order);
    await retake(order, "first");
    expect([await balance(iris), await held(order)]).toEqual([31, { amount: 1_250, credits: 31 }]);
  });
});
