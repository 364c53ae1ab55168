/** Refunds, withdrawals and chargebacks: whatever order they come in, the books are right and nothing is refunded twice (product.md 7). */
import { CreditsApi } from "@serenade/contract/credits";
import { PaymentApi } from "@serenade/contract/payments";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { restoreClock, stopClock } from "../../../test/clock.ts";
import { moveCredits } from "../../credits/commands.ts";
import { auditLedger } from "../audit/commands.ts";
import { type PaymentGateway, ProviderError } from "../gateway.ts";
import { gatewaysOf } from "../providers/gateway.ts";
import { reconcileOrders } from "../reconciling/commands.ts";
import { openSandbox } from "../sandbox/gateway.ts";
import { reconcileRefunds, refundByStaff, withdraw } from "./commands.ts";

let test: TestApp;
let sandbox: PaymentGateway;
beforeAll(async () => {
  test = await testApp();
  sandbox = openSandbox(test.app);
});
afterEach(restoreClock);
afterAll(() => test.close());

const only = (gateway: PaymentGateway) => gatewaysOf([gateway], "secret");
const DAY_MS = 86_400_000;

async function buy(person: Person) {
  const { body } = await person.call(PaymentApi.start, { body: { bundle: "p1", paymentmethod: "card" } });
  await press(body.redirect!, { act: "pay", card: "4242424242424242" });
  const ref = new URL(body.redirect!).pathname.split("/").at(-1)!;
  return { id: body.transaction.id, order: test.app.ids.decode("transaction", body.transaction.id)!, ref };
}
type Order = Awaited<ReturnType<typeof buy>>;
async function press(page: string, form: Record<string, string>): Promise<void> {
  await fetch(page, { method: "POST", redirect: "manual", body: new URLSearchParams(form) });
  await test.app.drain();
}
const later = (order: Order, act: string) => press(`${test.url}/sandbox/pay/${order.ref}`, { act });
const balance = async (person: Person) => (await person.call(CreditsApi.read)).body.balance;
const debt = async (person: Person) => (await person.call(CreditsApi.history)).body.debt;
const read = async (person: Person, { id }: Order) => (await person.call(PaymentApi.read, { query: { id } })).body;
const spend = (person: Person, amount: number, idem: string) =>
  test.app.db.transaction((tx) =>
    moveCredits(tx, {
      site: 1,
      member: person.number,
      amount: -amount,
      kind: "gift",
      idem,
      at: test.app.clock.iso(),
    }),
  );
const withdrawal = (person: Person, { id }: Order) => person.call(PaymentApi.withdraw, { body: { id } });
const refundsOf = async ({ order }: Order) =>
  (
    await test.app.db.raw("select amount, credits, status, reason from refunds where order_id = $1 order by id", [
      order,
    ])
  ).rows;
const audit = async () => expect(await auditLedger(test.app)).toMatchObject({ differences: [], right: true });

describe("a withdrawal", () => {
  it("of everything refunds the price, takes the credits, ends the order, and corrects the receipt", async () => {
    const anna = await join(test, "anna");
    const order = await buy(anna);
    expect((await withdrawal(anna, order)).body.transaction).toMatchObject({ status: "refunded" });
    expect(await balance(anna)).toBe(2);
    const { receipts } = await read(anna, order);
    expect(receipts.map(({ refund, net, vat, credits }) => [refund, net.amount + vat.amount, credits])).toEqual([
      [false, 2_499, 60],
      [true, -2_499, 60],
    ]);
    const mails = "select params->>'total' as total from mail_outbox where kind = 'refund' and member_id = $1";
    expect((await test.app.db.raw(mails, [anna.number])).rows).toEqual([{ total: "€24.99" }]);
    expect((await withdrawal(anna, order)).body.error).toBe("payment_closed");
    await audit();
  });

  it("of a part refunds what is unused, pro rata, once", async () => {
    const bram = await join(test, "bram");
    const order = await buy(bram);
    await spend(bram, 32, "a"); // 62 - 32: 30 of the order's 60 are left
    await Promise.all([withdrawal(bram, order), withdrawal(bram, order), withdrawal(bram, order)]);
    expect(await refundsOf(order)).toEqual([{ amount: 1_249, credits: 30, status: "completed", reason: "withdrawal" }]);
    expect([await balance(bram), (await read(bram, order)).transaction.status]).toEqual([0, "completed"]);
    await audit();
  });

  // spec: 9.refund-days
  it("is refused when the days are over, when nothing is left, and for another member's order", async () => {
    const [carl, dora] = [await join(test, "carl"), await join(test, "dora")];
    const order = await buy(carl);
    expect((await withdrawal(dora, order)).body.error).toBe("not_found");
    const { rows } = await test.app.db.raw("select created_at from orders where id = $1", [order.order]);
    const start = new Date((rows[0] as { created_at: string }).created_at).getTime();
    stopClock(test, start + 14 * DAY_MS + 1);
    const who = { site: 1, member: carl.number, order: order.order };
    await expect(withdraw(test.app, only(sandbox), who)).rejects.toMatchObject({ code: "withdrawal_over" });
    restoreClock();
    await spend(carl, 62, "all");
    expect((await withdrawal(carl, order)).body.error).toBe("nothing_to_refund");
    expect(await refundsOf(order)).toEqual([]);
    await audit();
  });
});

describe("a refund", () => {
  it("by staff may be a part, then the rest, and never more", async () => {
    const emil = await join(test, "emil");
    const order = await buy(emil);
    const refund = (amount: number) => refundByStaff(test.app, only(sandbox), { site: 1, order: order.order, amount });
    await refund(1_000);
    expect([await balance(emil), (await read(emil, order)).transaction.status]).toEqual([37, "completed"]);
    await expect(refund(1_500)).rejects.toMatchObject({ code: "nothing_to_refund" });
    await refund(1_499);
    expect([await balance(emil), (await read(emil, order)).transaction.status]).toEqual([2, "refunded"]);
    await audit();
  });

  it("that fails later gives back what was taken, once, and the order is not refunded", async () => {
    const fred = await join(test, "fred");
    const order = await buy(fred);
    await spend(fred, 12, "a");
    await refundByStaff(test.app, only(sandbox), { site: 1, order: order.order, amount: 1_000 });
    const before = await balance(fred);
    await later(order, "fail_refund");
    await later(order, "fail_refund");
    expect([before, await balance(fred)]).toEqual([25, 50]);
    expect(await refundsOf(order)).toMatchObject([{ status: "failed" }]);
    await audit();
  });

  it("of everything that fails later can be made again", async () => {
    const finn = await join(test, "finn");
    const order = await buy(finn);
    const refund = () => refundByStaff(test.app, only(sandbox), { site: 1, order: order.order, amount: 2_499 });
    await refund();
    await later(order, "fail_refund");
    expect(await balance(finn)).toBe(62);
    await refund();
    expect(await balance(finn)).toBe(2);
    await expect(refund()).rejects.toMatchObject({ code: "payment_closed" });
    await audit();
  });

  it("that the provider knows is not asked for again: its keys are forgotten sooner than refunds are done", async () => {
    const greta = await join(test, "greta");
    const order = await buy(greta);
    let asked = 0;
    const slow: PaymentGateway = {
      ...sandbox,
      refund: async (...args) => {
        asked++;
        return { ...(await sandbox.refund(...args)), status: "pending" };
      },
    };
    await refundByStaff(test.app, only(slow), { site: 1, order: order.order, amount: 1_000 });
    await test.app.clock.advance(61);
    await reconcileRefunds(test.app, only(slow));
    expect([asked, await refundsOf(order)]).toMatchObject([1, [{ amount: 1_000, status: "completed" }]]);
    await audit();
  });

  it("is asked for again when the provider did not answer, and is one refund", async () => {
    const gwen = await join(test, "gwen");
    const order = await buy(gwen);
    const lost: PaymentGateway = {
      ...sandbox,
      refund: async (...args) => {
        await sandbox.refund(...args);
        throw new ProviderError("unavailable", "no answer");
      },
    };
    await refundByStaff(test.app, only(lost), { site: 1, order: order.order, amount: 2_499 });
    expect(await refundsOf(order)).toMatchObject([{ status: "pending" }]);
    await test.app.clock.advance(61);
    await reconcileRefunds(test.app, only(sandbox));
    await reconcileRefunds(test.app, only(sandbox));
    expect(await refundsOf(order)).toMatchObject([{ amount: 2_499, status: "completed" }]);
    expect((await sandbox.fetch(order.ref))!.refunds).toHaveLength(1);
    await audit();
  });

  it("that the provider refuses gives the credits back at once", async () => {
    const hans = await join(test, "hans");
    const order = await buy(hans);
    const no: PaymentGateway = { ...sandbox, refund: () => Promise.reject(new ProviderError("refused", "no")) };
    await refundByStaff(test.app, only(no), { site: 1, order: order.order, amount: 2_499 });
    expect([await balance(hans), (await read(hans, order)).transaction.status]).toEqual([62, "completed"]);
    await audit();
  });

  it("made at the provider's own pages is known as well", async () => {
    const ines = await join(test, "ines");
    const order = await buy(ines);
    await sandbox.refund(order.ref, { key: "somebody at the dashboard", amount: 2_499, currency: "EUR" });
    await test.app.drain();
    expect([await balance(ines), (await read(ines, order)).transaction.status]).toEqual([2, "refunded"]);
    expect(await refundsOf(order)).toMatchObject([{ reason: "provider", status: "completed", credits: 60 }]);
    await audit();
  });

  it("made at the provider's own pages is reported with every later one, and is one refund", async () => {
    const joyce = await join(test, "joyce");
    const order = await buy(joyce);
    for (const amount of [500, 700]) {
      await sandbox.refund(order.ref, { key: `dashboard ${amount}`, amount, currency: "EUR" });
      await test.app.drain();
    }
    expect((await refundsOf(order)).map((row) => (row as { amount: number }).amount)).toEqual([500, 700]);
    expect((await read(joyce, order)).transaction.status).toBe("completed");
    await audit();
  });
});

describe("a chargeback", () => {
  it("takes the credits; what is spent becomes debt, which the next purchase settles", async () => {
    const jana = await join(test, "jana");
    const order = await buy(jana);
    await spend(jana, 50, "a");
    await later(order, "charge_back");
    expect([await balance(jana), await debt(jana)]).toEqual([0, 48]);
    await buy(jana);
    expect([await balance(jana), await debt(jana)]).toEqual([12, 0]);
    await audit();
  });

  it("that is won gives them back, and settles the debt first", async () => {
    const karl = await join(test, "karl");
    const order = await buy(karl);
    await spend(karl, 50, "a");
    await later(order, "charge_back");
    await later(order, "win");
    await later(order, "win");
    expect([await balance(karl), await debt(karl)]).toEqual([12, 0]);
    await audit();
  });

  it("of a refunded order takes nothing a second time", async () => {
    const lena = await join(test, "lena");
    const order = await buy(lena);
    await withdrawal(lena, order);
    await later(order, "charge_back");
    expect([await balance(lena), await debt(lena)]).toEqual([2, 0]);
    expect((await read(lena, order)).transaction.status).toBe("refunded");
    await audit();
  });
});

describe("refunds and chargebacks of one order", () => {
  it("return its price once: what the bank took back is not refunded from other credits", async () => {
    const mats = await join(test, "mats");
    const order = await buy(mats);
    await later(order, "charge_back");
    await buy(mats);
    expect((await withdrawal(mats, order)).body.error).toBe("nothing_to_refund");
    const staff = refundByStaff(test.app, only(sandbox), { site: 1, order: order.order, amount: 1 });
    await expect(staff).rejects.toMatchObject({ code: "nothing_to_refund" });
    expect([await balance(mats), await debt(mats)]).toEqual([62, 0]);
    await audit();
  });

  it("take its credits once more when the refund fails after the chargeback", async () => {
    const nora = await join(test, "nora");
    const order = await buy(nora);
    await withdrawal(nora, order);
    await later(order, "charge_back");
    await later(order, "fail_refund");
    expect([await balance(nora), await debt(nora)]).toEqual([2, 0]);
    await later(order, "win");
    expect([await balance(nora), await debt(nora)]).toEqual([62, 0]);
    await audit();
  });

  it("settle a debt when a refund fails", async () => {
    const otto = await join(test, "otto");
    const [first, second] = [await buy(otto), await buy(otto)];
    await withdrawal(otto, first);
    await spend(otto, 62, "a");
    await later(second, "charge_back");
    expect([await balance(otto), await debt(otto)]).toEqual([0, 60]);
    await later(first, "fail_refund");
    expect([await balance(otto), await debt(otto)]).toEqual([0, 0]);
    await audit();
  });
});

it("any order of payments, notices, spending, refunds and chargebacks keeps the books right", async () => {
  const step = fc.constantFrom(
    "buy" as const,
    "spend" as const,
    "withdraw" as const,
    "staff" as const,
    "fail_refund" as const,
    "charge_back" as const,
    "win" as const,
    "lose" as const,
    "notices" as const,
    "reconcile" as const,
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(9)), { minLength: 3, maxLength: 10 }), async (steps) => {
      run++;
      const mona = await join(test, `mona${run}`);
      const orders: Order[] = [await buy(mona)];
      let at = 0;
      for (const [what, n] of steps) {
        at++;
        const order = orders[n % orders.length]!;
        if (what === "buy" && orders.length < 3) orders.push(await buy(mona));
        else if (what === "spend") await spend(mona, n * 7 + 1, `${run}:${at}`);
        else if (what === "withdraw") await withdrawal(mona, order);
        else if (what === "staff")
          await refundByStaff(test.app, only(sandbox), { site: 1, order: order.order, amount: n * 250 + 1 }).catch(
            () => {},
          );
        else if (what === "notices") await test.app.drain();
        else if (what === "reconcile") {
          await reconcileOrders(test.app, only(sandbox));
          await reconcileRefunds(test.app, only(sandbox));
        } else if (what !== "buy") await later(order, what);
      }
      await audit();
      for (const order of orders) {
        const refunds = (await refundsOf(order)) as { amount: number; credits: number; status: string }[];
        const held = refunds.filter(({ status }) => status !== "failed");
        expect(held.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(2_499);
        expect(held.reduce((sum, { credits }) => sum + credits, 0)).toBeLessThanOrEqual(60);
      }
    }),
    { numRuns: 25 },
  );
}, 240_000);

describe("a withdrawal without a login", () => {
  const byNumber = (email: string, order: string) =>
    test
      .client()
      .call(PaymentApi.withdrawByNumber, { query: { by: "number" }, body: { email, order: order as never } });

  it("takes the number on the receipt and the buyer's address, and refunds once", async () => {
    const nele = await join(test, "nele");
    const order = await buy(nele);
    const { rows } = await test.app.db.raw(
      "select params->>'order' as number from mail_outbox where kind = 'receipt' and member_id = $1",
      [nele.number],
    );
    const { number } = rows[0] as { number: string };
    expect(number).toBe(order.id);
    const done = await byNumber(nele.email.toUpperCase(), number);
    expect([done.status, done.body]).toEqual([200, { refunded: { amount: 2499, currency: "EUR" } }]);
    expect((await read(nele, order)).transaction.status).toBe("refunded");
    expect((await byNumber(nele.email, number)).body.error).toBe("payment_closed");
    await audit();
  });

  it("says the same to a wrong address, an unknown number and another site", async () => {
    const [olga, piet] = [await join(test, "olga"), await join(test, "piet")];
    const order = await buy(olga);
    const unknown = test.app.ids.encode("transaction", test.app.ids.next());
    const answers = await Promise.all([
      byNumber(piet.email, order.id),
      byNumber(olga.email, unknown),
      byNumber(olga.email, olga.id),
      byNumber(olga.email, "1"),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(answers.map(() => [404, "not_found"]));
    expect((await read(olga, order)).transaction.status).toBe("completed");
  });
});
