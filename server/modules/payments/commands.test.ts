/** A code that works once works once, also when the provider fails, is slow, or an order is given up meanwhile (product.md 7). */
import { CreditsApi } from "@serenade/contract/credits";
import { WELCOME_CODE } from "@serenade/contract/limits";
import { NotificationsApi } from "@serenade/contract/notifications";
import { PaymentApi, TransactionsApi } from "@serenade/contract/payments";
import { DepartureApi } from "@serenade/contract/security";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Refusal } from "../../kernel/refusal.ts";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, PASSWORD, type Person } from "../../test/cast.ts";
import { restoreClock, stopClock } from "../../test/clock.ts";
import { proveLedger } from "../credits/queries.ts";
import { clearSites } from "../site/queries.ts";
import { auditLedger } from "./audit/commands.ts";
import { cancelOrder, receiveNotice, refreshOrder } from "./commands.ts";
import { type PaymentGateway, ProviderError } from "./gateway.ts";
import { startOrder, sweepPaymentTraces } from "./orders/commands.ts";
import { gatewaysOf } from "./providers/gateway.ts";
import { countUnpaid, exportOrders, findOrderByRef, listDecidedOrders, listOpenOrders } from "./queries.ts";
import { reconcileDecidedOrders, reconcileOrders, sweepNotices } from "./reconciling/commands.ts";
import { openSandbox } from "./sandbox/gateway.ts";

let test: TestApp;
let sandbox: PaymentGateway;
/** The installation with this gateway alone. */
const only = (gateway: PaymentGateway) => gatewaysOf([gateway], "secret");
beforeAll(async () => {
  test = await testApp();
  sandbox = openSandbox(test.app);
});
afterEach(restoreClock);
afterAll(() => test.close());

/** A quarter off 24.99. */
const DISCOUNTED = 1874;
const buy = (person: Person, key: string) =>
  person.call(PaymentApi.start, {
    body: { bundle: "p1", paymentmethod: "card", discountcode: WELCOME_CODE },
    key,
  });
/** The same order at a provider that is not as it should be. */
const buyAt = (gateway: Partial<PaymentGateway>, person: Person, key: string) =>
  startOrder(test.app, only({ ...sandbox, ...gateway }), {
    site: 1,
    member: person.number,
    tier: "p1",
    paymentmethod: "card",
    discountcode: WELCOME_CODE,
    instrument: null,
    mandate: null,
    store: false,
    proof: undefined,
    key,
    network: "192.0.2.7",
    networkCountry: null,
    locale: "en",
    baseUrl: test.url,
  });
const pay = (redirect: string, card = "4242424242424242") =>
  fetch(redirect, { method: "POST", redirect: "manual", body: new URLSearchParams({ act: "pay", card }) });
const ordersOf = async (person: Person) =>
  (await test.app.db.raw("select status, amount from orders where member_id = $1 order by id", [person.number]))
    .rows as { status: string; amount: number }[];
/** A notice that this gateway takes as its own. */
const receive = (gateway: PaymentGateway) =>
  receiveNotice(test.app, only(gateway), { provider: "sandbox", raw: Buffer.from(""), headers: {}, secret: null });
const usesOf = async (person: Person) =>
  (await test.app.db.raw("select order_id from discount_uses where member_id = $1", [person.number])).rows;
const out = () => Promise.reject(new Error("the provider does not answer"));

describe("a discount code", () => {
  it("is not paid with by the key of an order that the job gave up after the provider had failed", async () => {
    const mia = await join(test, "mia");
    const key = crypto.randomUUID();
    await expect(buyAt({ create: out }, mia, key)).rejects.toThrow("does not answer");
    await test.app.clock.advance(61);
    await reconcileOrders(test.app, only(sandbox)); // gives the code back
    expect(await usesOf(mia)).toEqual([]);
    const again = await buy(mia, key);
    expect([again.status, again.body.error]).toEqual([409, "payment_closed"]);
    const other = await buy(mia, crypto.randomUUID());
    expect(other.body.transaction.total.amount).toBe(DISCOUNTED);
    await pay(other.body.redirect!);
    await test.app.drain();
    expect(await ordersOf(mia)).toEqual([
      { status: "cancelled", amount: DISCOUNTED },
      { status: "completed", amount: DISCOUNTED },
    ]);
    expect((await buy(mia, crypto.randomUUID())).body.error).toBe("code_used");
  });

  it("is not paid with by an order that was given up while its payment was being opened", async () => {
    const nora = await join(test, "nora");
    let opened: { ref: string; redirect: string } | undefined;
    const slow: Partial<PaymentGateway> = {
      create: async (request) => {
        opened = await sandbox.create(request);
        await test.app.clock.advance(61);
        await reconcileOrders(test.app, only(sandbox));
        return opened;
      },
    };
    await expect(buyAt(slow, nora, crypto.randomUUID())).rejects.toMatchObject({ code: "payment_closed" });
    await pay(opened!.redirect);
    await test.app.drain();
    expect(await ordersOf(nora)).toEqual([{ status: "cancelled", amount: DISCOUNTED }]);
    expect(await usesOf(nora)).toEqual([]);
    expect((await nora.call(CreditsApi.read)).body.balance).toBe(2);
  });

  it("is used by a given up order that the provider confirms after all", async () => {
    const ole = await join(test, "ole");
    const { body } = await buy(ole, crypto.randomUUID());
    const ref = body.redirect!.split("/").at(-1)!;
    const cancel = () => ole.call(PaymentApi.cancel, { body: { id: body.transaction.id } });
    expect((await cancel()).body.transaction.status).toBe("cancelled");
    expect(await usesOf(ole)).toEqual([]);
    await test.app.db.raw("update sandbox_payments set status = 'paid' where ref = $1", [ref]);
    await test.app.db.raw("insert into sandbox_notices (id, ref, due_at) values ('evt_late', $1, now())", [ref]);
    await test.app.drain();
    expect(await ordersOf(ole)).toEqual([{ status: "completed", amount: DISCOUNTED }]);
    expect(await usesOf(ole)).toHaveLength(1);
  });

  it("is given to one of 40 orders in the same instant, also where no limit of requests holds them back", async () => {
    const tess = await join(test, "tess");
    const orders = Array.from({ length: 40 }, () => buyAt({}, tess, crypto.randomUUID()));
    const answers = (await Promise.allSettled(orders)).map((one) =>
      one.status === "fulfilled" ? one.value.amount : (one.reason as Refusal).code,
    );
    expect(answers.filter((answer) => answer !== "code_used")).toEqual([DISCOUNTED]);
    expect(await ordersOf(tess)).toEqual([{ status: "pending", amount: DISCOUNTED }]);
    expect(await usesOf(tess)).toHaveLength(1);
  });

  it("is given to one of 20 orders at once, and the others are refused", async () => {
    const pim = await join(test, "pim");
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(pim, crypto.randomUUID())));
    const made = answers.filter(({ status }) => status === 201);
    const refused = new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.error));
    expect(made.map(({ body }) => body.transaction.total.amount)).toEqual([DISCOUNTED]);
    expect([...refused].filter((error) => error !== "code_used" && error !== "too_many_requests")).toEqual([]);
  });

  it("leaves an order alone that is repeated with its key while it is open, and once it is paid", async () => {
    const rosa = await join(test, "rosa");
    const key = crypto.randomUUID();
    const first = await buy(rosa, key);
    expect((await buy(rosa, key)).body).toEqual(first.body);
    await pay(first.body.redirect!);
    await test.app.drain();
    const paid = await buy(rosa, key);
    expect([paid.status, paid.body.transaction.status]).toEqual([201, "completed"]);
    expect(await ordersOf(rosa)).toHaveLength(1);
  });
});

describe("a discount code of an order that failed", () => {
  it("is unused again", async () => {
    const [sven, tove] = [await join(test, "sven"), await join(test, "tove")];
    await buy(tove, crypto.randomUUID());
    const { body } = await buy(sven, crypto.randomUUID());
    await pay(body.redirect!, "4000000000000002");
    await test.app.drain();
    expect(await ordersOf(sven)).toEqual([{ status: "failed", amount: DISCOUNTED }]);
    expect(await usesOf(sven)).toEqual([]);
    expect(await usesOf(tove)).toHaveLength(1);
  });

  it("stays with the order that used it next, when the first is confirmed after all: both are paid, nothing is lost", async () => {
    const ulla = await join(test, "ulla");
    const first = (await buy(ulla, crypto.randomUUID())).body;
    await ulla.call(PaymentApi.cancel, { body: { id: first.transaction.id } });
    const second = (await buy(ulla, crypto.randomUUID())).body;
    await confirmAfterAll(first.redirect!);
    expect((await ordersOf(ulla)).map(({ status }) => status)).toEqual(["completed", "pending"]);
    expect(await usesOf(ulla)).toEqual([{ order_id: test.app.ids.decode("transaction", second.transaction.id) }]);
    expect((await ulla.call(CreditsApi.read)).body.balance).toBe(62);
  });
});

/** The provider says of a payment that was given up that it was paid. */
async function confirmAfterAll(redirect: string): Promise<void> {
  const ref = refOf(redirect);
  await test.app.db.raw("update sandbox_payments set status = 'paid' where ref = $1", [ref]);
  const id = `evt_${crypto.randomUUID()}`;
  await test.app.db.raw("insert into sandbox_notices (id, ref, due_at) values ($1, $2, now())", [id, ref]);
  await test.app.drain();
}
const refOf = (redirect: string): string => redirect.split("/").at(-1)!;

describe("what the provider says", () => {
  const plain = async (person: Person, bundle: "p0" | "p1" = "p1") =>
    (await person.call(PaymentApi.start, { body: { bundle, paymentmethod: "card" } })).body;
  const read = async (person: Person, id: string) =>
    (await person.call(PaymentApi.read, { query: { id: id as never } })).body.transaction.status;

  it.each([
    ["amount is lower", "amount = 1"],
    ["amount is higher", "amount = amount + 1"],
    ["currency is another", "currency = 'PLN'"],
  ])("of a payment is not believed where the %s than the order's", async (what, change) => {
    const vera = await join(test, `vera${what.length}`);
    const { transaction, redirect } = await plain(vera);
    const wrong = await test.app.db.raw("select amount, currency from sandbox_payments where ref = $1", [
      refOf(redirect!),
    ]);
    await test.app.db.raw(`update sandbox_payments set ${change} where ref = $1`, [refOf(redirect!)]);
    await pay(redirect!);
    await test.app.drain();
    await test.app.jobs.run("payments");
    expect(await read(vera, transaction.id)).toBe("pending");
    const { cases, right } = await auditLedger(test.app);
    const order = test.app.ids.decode("transaction", transaction.id);
    expect(cases.filter((line) => line.includes(`order ${order}: amount_mismatch`))).toHaveLength(1);
    expect(right).toBe(true);
    expect((await vera.call(CreditsApi.read)).body.balance).toBe(2);
    const { amount, currency } = wrong.rows[0] as { amount: number; currency: string };
    await test.app.db.raw("update sandbox_payments set amount = $2, currency = $3 where ref = $1", [
      refOf(redirect!),
      amount,
      currency,
    ]);
    expect(await read(vera, transaction.id)).toBe("completed");
    expect((await vera.call(CreditsApi.read)).body.balance).toBe(62);
  });

  it("is asked while the order is open and has a payment, and never again", async () => {
    const wim = await join(test, "wim");
    let asked = 0;
    const counting: PaymentGateway = {
      ...sandbox,
      fetch: (ref) => {
        asked++;
        return sandbox.fetch(ref);
      },
    };
    const { transaction, redirect } = await plain(wim);
    const id = test.app.ids.decode("transaction", transaction.id)!;
    const look = async () => {
      const { order, unanswered } = await refreshOrder(test.app, only(counting), 1, wim.number, id);
      expect(unanswered).toBe(false);
      return order.status;
    };
    expect([await look(), asked]).toEqual(["pending", 1]);
    await pay(redirect!);
    expect([await look(), await look(), asked]).toEqual(["completed", "completed", 2]);
  });

  it("of a payer who has acted is noted on that order alone", async () => {
    const aron = await join(test, "aron");
    const [, { transaction }] = [await plain(aron), await plain(aron)];
    const id = test.app.ids.decode("transaction", transaction.id)!;
    const acted: PaymentGateway = {
      ...sandbox,
      fetch: async (ref) => ({ ...(await sandbox.fetch(ref))!, payerActed: true }),
    };
    const { order } = await refreshOrder(test.app, only(acted), 1, aron.number, id);
    expect([order.id, order.payer_acted]).toEqual([id, true]);
    const { rows } = await test.app.db.raw("select id from orders where payer_acted and member_id = $1", [aron.number]);
    expect(rows).toEqual([{ id }]);
  });

  it("is not needed for an order that never reached the provider: looked at it waits, given up it is cancelled", async () => {
    const xena = await join(test, "xena");
    await expect(buyAt({ create: out }, xena, crypto.randomUUID())).rejects.toThrow("does not answer");
    const { transactions } = (await xena.call(TransactionsApi.list)).body;
    const [{ id, status }] = transactions as [(typeof transactions)[number]];
    expect([status, await read(xena, id)]).toEqual(["loading", "loading"]);
    const never: PaymentGateway = { ...sandbox, cancel: out, fetch: out };
    const inside = test.app.ids.decode("transaction", id)!;
    expect((await cancelOrder(test.app, only(never), 1, xena.number, inside)).status).toBe("cancelled");
    expect(await usesOf(xena)).toEqual([]);
  });

  it("is told to the member's open tabs, and an order that is paid is not given up", async () => {
    const yara = await join(test, "yara");
    const { transaction, redirect } = await plain(yara);
    const received: string[] = [];
    const stop = test.app.bus.subscribe("live", ({ member, event }: { member: number; event: { type: string } }) => {
      if (member === yara.number) received.push(event.type);
    });
    await pay(redirect!);
    const gaveUp = await yara.call(PaymentApi.cancel, { body: { id: transaction.id } });
    expect(gaveUp.body.transaction.status).toBe("completed"); // it was too late for that
    await expect.poll(() => received).toContain("credits");
    stop();
    expect((await yara.call(PaymentApi.cancel, { body: { id: transaction.id } })).body.error).toBe("payment_closed");
  });

  it("of a payment that is none of ours, or comes unsigned, moves nothing", async () => {
    const notices = async () =>
      (await test.app.db.raw("select id from webhook_events where id like 'evt_here%' order by id")).rows;
    const fake = (id: string | null): PaymentGateway => ({
      ...sandbox,
      notice: () => (id ? { id, ref: "sb_of_nobody" } : null),
    });
    const send = (id: string | null) => receive(fake(id));
    await send("evt_here1");
    await send("evt_here1");
    await send("evt_here2");
    await expect(send(null)).rejects.toMatchObject({ code: "bad_signature" });
    expect(await notices()).toEqual([{ id: "evt_here1" }, { id: "evt_here2" }]);
  });

  it("again of an order that is paid credits, mails and changes nothing more, whatever it is", async () => {
    const adam = await join(test, "adam");
    const { transaction, redirect } = await plain(adam);
    await pay(redirect!);
    await test.app.drain();
    for (const status of ["paid", "failed", "cancelled"]) {
      await test.app.db.raw("update sandbox_payments set status = $2 where ref = $1", [refOf(redirect!), status]);
      const notice = { id: `evt_${crypto.randomUUID()}`, ref: refOf(redirect!) };
      await receive({ ...sandbox, notice: () => notice });
    }
    expect(await read(adam, transaction.id)).toBe("completed");
    expect((await adam.call(CreditsApi.read)).body.balance).toBe(62);
    const receipts = "select params->>'total' as total from mail_outbox where kind = 'receipt' and member_id = $1";
    expect((await test.app.db.raw(receipts, [adam.number])).rows).toEqual([{ total: "€24.99" }]);
  });

  it("of an order that was given up and had no discount is believed as well", async () => {
    const boris = await join(test, "boris");
    const { transaction, redirect } = await plain(boris);
    await boris.call(PaymentApi.cancel, { body: { id: transaction.id } });
    await confirmAfterAll(redirect!);
    expect(await read(boris, transaction.id)).toBe("completed");
    expect(await usesOf(boris)).toEqual([]);
  });

  it("comes again when it could not be written down: no order is half paid", async () => {
    const clara = await join(test, "clara");
    const { transaction, redirect } = (await buy(clara, crypto.randomUUID())).body;
    await clara.call(PaymentApi.cancel, { body: { id: transaction.id } });
    await test.app.db.raw("update sandbox_payments set status = 'paid' where ref = $1", [refOf(redirect!)]);
    const notice = () => ({ id: "evt_clara", ref: refOf(redirect!) });
    const deliver = () => receive({ ...sandbox, notice });
    await test.app.db.raw("alter table discount_uses add constraint broken check (order_id < 0) not valid");
    await expect(deliver()).rejects.toThrow(/broken/);
    await test.app.db.raw("alter table discount_uses drop constraint broken");
    expect([await read(clara, transaction.id), (await clara.call(CreditsApi.read)).body.balance]).toEqual([
      "cancelled",
      2,
    ]);
    await deliver();
    expect([await read(clara, transaction.id), (await clara.call(CreditsApi.read)).body.balance]).toEqual([
      "completed",
      62,
    ]);
  });

  it("is remembered for 90 days", async () => {
    const start = Date.parse(test.app.clock.iso());
    const count = async () => (await test.app.db.raw("select 1 from webhook_events")).rows.length;
    await test.app.db.raw("delete from webhook_events");
    stopClock(test, start);
    await receive({ ...sandbox, notice: () => ({ id: "evt_old", ref: "sb_of_nobody" }) });
    stopClock(test, start + 90 * 86_400_000);
    await sweepNotices(test.app);
    expect(await count()).toBe(1);
    stopClock(test, start + 90 * 86_400_000 + 1);
    await sweepNotices(test.app);
    expect(await count()).toBe(0);
  });

  it("of a member who was erased meanwhile is booked, and writes nothing about them again", async () => {
    const zoe = await join(test, "zoe");
    const { transaction, redirect } = (await buy(zoe, crypto.randomUUID())).body;
    const id = test.app.ids.decode("transaction", transaction.id);
    await zoe.call(DepartureApi.leave, { body: { password: PASSWORD, reason: "pause" } });
    await test.app.clock.advance(15 * 86_400);
    await test.app.jobs.run("erase");
    await test.app.drain();
    await test.app.db.raw("update sandbox_payments set status = 'open', fail_code = null where ref = $1", [
      refOf(redirect!),
    ]);
    const mails = "select 1 from mail_outbox where kind = 'receipt' and (member_id = $1 or recipient = $2)";
    await confirmAfterAll(redirect!);
    const { rows } = await test.app.db.raw("select status from orders where id = $1", [id]);
    expect(rows).toEqual([{ status: "completed" }]);
    expect((await test.app.db.raw(mails, [zoe.number, zoe.email])).rows).toEqual([]);
    expect(await usesOf(zoe)).toEqual([]);
    expect(Object.values(await proveLedger(test.app.db))).toEqual([0, 0, 0, 0, 0]);
  });

  it("is credited also when the settings of the site are read again in the same transaction", async () => {
    const ada = await join(test, "ada");
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    const { transaction, redirect } = await plain(ada);
    await test.app.db.raw("update sandbox_payments set status = 'paid' where ref = $1", [refOf(redirect!)]);
    stopClock(test, start + 61_000);
    clearSites(test.app);
    await reconcileOrders(test.app, only(sandbox));
    expect(await read(ada, transaction.id)).toBe("completed");
  });

  it("is waited for a minute before the job asks, of the oldest orders first", async () => {
    await test.app.jobs.run("payments");
    const abe = await join(test, "abe");
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    const orders = [await plain(abe, "p0"), await plain(abe, "p0")];
    const ids = orders.map(({ transaction }) => test.app.ids.decode("transaction", transaction.id)!);
    const open = async (limit: number) => {
      const due = { made: test.app.clock.in(-60), now: test.app.clock.in(999_999), limit };
      return (await listOpenOrders(test.app.db, due)).map(({ id }) => id).filter((id) => ids.includes(id));
    };
    await pay(orders[0]!.redirect!);
    stopClock(test, start + 60_000);
    await reconcileOrders(test.app, only(sandbox));
    expect(await open(1_000)).toEqual([]);
    expect((await ordersOf(abe)).map(({ status }) => status)).toEqual(["pending", "pending"]);
    stopClock(test, start + 60_001);
    expect(await open(1_000)).toEqual(ids);
    expect(
      (await listOpenOrders(test.app.db, { made: test.app.clock.in(-60), now: test.app.clock.iso(), limit: 1 })).length,
    ).toBe(1);
    await reconcileOrders(test.app, only(sandbox));
    expect((await ordersOf(abe)).map(({ status }) => status)).toEqual(["completed", "pending"]);
    expect(await findOrderByRef(test.app.db, "mollie", refOf(orders[0]!.redirect!))).toBeNull();
  });
});

describe("what happens to a decided order while every notice is lost", () => {
  const loseNotices = () =>
    test.app.db.raw("update sandbox_notices set delivered_at = now() where delivered_at is null");
  const act = (redirect: string, what: string) =>
    fetch(redirect, { method: "POST", redirect: "manual", body: new URLSearchParams({ act: what }) });
  /** Not as the member: the session ends before the orders are old. */
  const balance = async ({ number }: Person) => {
    const { rows } = await test.app.db.raw("select balance::int from wallets where member_id = $1", [number]);
    return (rows[0] as { balance: number }).balance;
  };
  const buyOne = async (person: Person) => {
    const { transaction, redirect } = (
      await person.call(PaymentApi.start, { body: { bundle: "p1", paymentmethod: "card" } })
    ).body;
    return { id: transaction.id, redirect: redirect! };
  };
  /** The orders of other tests are not looked at. */
  const forgetOthers = () => test.app.db.raw("update orders set next_look_at = null");
  const DAY = 86_400_000;

  it("is found by looking: a chargeback within a day, its end weeks later within a week", async () => {
    await forgetOthers();
    const dirk = await join(test, "dirk");
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    const { redirect } = await buyOne(dirk);
    await pay(redirect);
    await test.app.drain();
    expect(await balance(dirk)).toBe(62);
    await act(redirect, "charge_back");
    await loseNotices();
    stopClock(test, start + DAY - 1);
    await reconcileDecidedOrders(test.app, only(sandbox));
    expect(await balance(dirk)).toBe(62);
    stopClock(test, start + DAY);
    await reconcileDecidedOrders(test.app, only(sandbox));
    expect(await balance(dirk)).toBe(2);
    for (let day = 2; day <= 40; day++) {
      stopClock(test, start + day * DAY);
      await reconcileDecidedOrders(test.app, only(sandbox));
    }
    await act(redirect, "win");
    await loseNotices();
    stopClock(test, start + 47 * DAY);
    await reconcileDecidedOrders(test.app, only(sandbox));
    expect(await balance(dirk)).toBe(62);
    expect((await auditLedger(test.app)).differences).toEqual([]);
  });

  it("is found by looking: a payment that was given up and confirmed after all", async () => {
    await forgetOthers();
    const egon = await join(test, "egon");
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    const { id, redirect } = await buyOne(egon);
    await egon.call(PaymentApi.cancel, { body: { id } });
    await test.app.db.raw("update sandbox_payments set status = 'paid' where ref = $1", [refOf(redirect)]);
    stopClock(test, start + DAY);
    await reconcileDecidedOrders(test.app, only(sandbox));
    expect(await balance(egon)).toBe(62);
  });

  it("is not looked for at an order that never reached the provider", async () => {
    await forgetOthers();
    const frida = await join(test, "frida");
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    await expect(buyAt({ create: out }, frida, crypto.randomUUID())).rejects.toThrow("does not answer");
    stopClock(test, start + 61_000);
    await reconcileOrders(test.app, only(sandbox));
    expect((await ordersOf(frida)).map(({ status }) => status)).toEqual(["cancelled"]);
    const due = { providers: ["sandbox"], now: test.app.clock.in(400 * 86_400), limit: 100 };
    expect((await listDecidedOrders(test.app.db, due)).filter((order) => order.member_id === frida.number)).toEqual([]);
  });

  it("waits an hour where the provider does not answer, and asks it once in a run", async () => {
    await forgetOthers();
    const fritz = await join(test, "fritz");
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    const orders = [await buyOne(fritz), await buyOne(fritz), await buyOne(fritz)];
    for (const { redirect } of orders) await pay(redirect);
    await test.app.drain();
    for (const { redirect } of orders) await act(redirect, "charge_back");
    await loseNotices();
    let asked = 0;
    const away: PaymentGateway = {
      ...sandbox,
      fetch: () => {
        asked++;
        return Promise.reject(new ProviderError("unavailable", "away"));
      },
    };
    stopClock(test, start + DAY);
    await reconcileDecidedOrders(test.app, only(away));
    await reconcileDecidedOrders(test.app, only(away));
    expect(asked).toBe(1);
    await reconcileDecidedOrders(test.app, only(sandbox));
    expect(await balance(fritz)).toBe(182);
    stopClock(test, start + DAY + 3_600_000);
    await reconcileDecidedOrders(test.app, only(sandbox));
    expect(await balance(fritz)).toBe(2);
  });

  it("is not asked of a provider that is not configured any more", async () => {
    await test.app.db.raw("update orders set next_look_at = now() - interval '1 day'");
    const others = gatewaysOf([{ ...sandbox, name: "mollie", fetch: out }], "secret");
    const warnings = vi.spyOn(test.app.log, "warn");
    await reconcileDecidedOrders(test.app, others);
    expect(warnings).not.toHaveBeenCalled();
  });
});

describe("an order", () => {
  it("is made once for a key: to a repetition that overlaps it no limit is too low", async () => {
    const bas = await join(test, "bas");
    await bas.call(NotificationsApi.change, { body: { spending_limit: 3_000 } });
    const key = crypto.randomUUID();
    const body = { bundle: "p1", paymentmethod: "card" } as const;
    const discounted = { ...body, discountcode: WELCOME_CODE };
    const send = () => bas.call(PaymentApi.start, { body: discounted, key });
    const answers = await Promise.all(Array.from({ length: 4 }, send));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((one) => one.body.transaction.id)).size).toBe(1);
    const other = await join(test, "cas");
    const theirs = (await other.call(PaymentApi.start, { body, key })).body.transaction.id; // a key is its member's own
    expect([theirs === undefined, theirs === answers[0]!.body.transaction.id]).toEqual([false, false]);
    expect(await ordersOf(bas)).toHaveLength(1);
    const another = await bas.call(PaymentApi.start, { body });
    expect(another.body.error).toBe("spending_limit");
  });

  it("is the only one that a spending limit has room for, from however many networks they come at once", async () => {
    const fiona = await join(test, "fiona");
    await fiona.call(NotificationsApi.change, { body: { spending_limit: 3_000 } });
    const clients = Array.from({ length: 6 }, () => test.client());
    for (const client of clients) client.setCookie("auth", fiona.cookie("auth")!);
    const body = { bundle: "p1", paymentmethod: "card" } as const;
    const answers = await Promise.all(clients.map((client) => client.call(PaymentApi.start, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403]);
  });

  it("is not made with a code that there is not", async () => {
    const evi = await join(test, "evi");
    const body = { bundle: "p1", paymentmethod: "card", discountcode: "NO-SUCH-CODE" } as const;
    const refused = await evi.call(PaymentApi.start, { body });
    expect([refused.status, refused.body.error]).toEqual([404, "code_not_found"]);
    expect(await ordersOf(evi)).toEqual([]);
  });

  it("opens one payment at the provider, however often its key comes again", async () => {
    const dora = await join(test, "dora");
    let opened = 0;
    const counting = {
      create: (request: Parameters<PaymentGateway["create"]>[0]) => {
        opened++;
        return sandbox.create(request);
      },
    };
    const key = crypto.randomUUID();
    const [first, again] = [await buyAt(counting, dora, key), await buyAt(counting, dora, key)];
    expect([first.redirect, opened]).toEqual([again.redirect, 1]);
    await cancelOrder(test.app, only(sandbox), 1, dora.number, first.id);
    await expect(buyAt(counting, dora, key)).rejects.toMatchObject({ code: "payment_closed" });
    expect(opened).toBe(1);
    expect(await exportOrders(test.app.db, 1, dora.number)).toEqual({
      orders: [expect.objectContaining({ amount: DISCOUNTED, discount_code: WELCOME_CODE, discount_percent: 25 })],
    });
  });

  it("is its member's own, in the history as well, newest first and from there on back", async () => {
    const [eef, ferd] = [await join(test, "eef"), await join(test, "ferd")];
    const ids: string[] = [];
    for (const bundle of ["p0", "p1", "p2"] as const) {
      const { body } = await eef.call(PaymentApi.start, { body: { bundle, paymentmethod: "card" } });
      ids.unshift(body.transaction.id);
    }
    await ferd.call(PaymentApi.start, { body: { bundle: "p0", paymentmethod: "card" } });
    const history = async (query: object = {}) =>
      (await eef.call(TransactionsApi.list, { query: query as never })).body.transactions.map(({ id }) => id);
    expect(await history()).toEqual(ids);
    expect(await history({ before: ids[1] })).toEqual([ids[2]]);
  });
});

describe("traces of networks and cards", () => {
  const FIELDS = "network_key, card_fingerprint";
  const orderOf = async (person: Person) => {
    await person.call(PaymentApi.start, { body: { bundle: "p0", paymentmethod: "card" } });
    const { rows } = await test.app.db.raw("select id from orders where member_id = $1 order by id desc", [
      person.number,
    ]);
    return (rows[0] as { id: number }).id;
  };
  const set = (id: number, sql: string, ...params: unknown[]) =>
    test.app.db.raw(`update orders set ${sql} where id = $1`, [id, ...params]);

  it("are kept for a day and then forgotten, each of them", async () => {
    const gijs = await join(test, "gijs");
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    const [both, network, card] = [await orderOf(gijs), await orderOf(gijs), await orderOf(gijs)];
    await set(both, "card_fingerprint = 'card'");
    await set(card, "card_fingerprint = 'card', network_key = null");
    const traces = async () =>
      (
        await test.app.db.raw(`select ${FIELDS} from orders where id in ($1, $2, $3)`, [both, network, card])
      ).rows.flatMap((row) => Object.values(row as object).filter(Boolean));
    stopClock(test, start + 86_400_000);
    await sweepPaymentTraces(test.app);
    expect(await traces()).toHaveLength(4);
    stopClock(test, start + 86_400_001);
    await sweepPaymentTraces(test.app);
    expect(await traces()).toEqual([]);
  });

  it("are counted by member, network and card, since ten minutes and since a day, unless paid", async () => {
    const [hein, ida] = [await join(test, "hein"), await join(test, "ida")];
    const start = Date.parse(test.app.clock.iso());
    const since = { minutes: new Date(start - 600_000).toISOString(), day: new Date(start - 86_400_000).toISOString() };
    const mine = [
      await orderOf(hein),
      await orderOf(hein),
      await orderOf(hein),
      await orderOf(hein),
      await orderOf(hein),
    ];
    const hers = [await orderOf(ida), await orderOf(ida)];
    const put = (id: number, at: number, network: string | null, card: string | null, status = "failed") =>
      set(
        id,
        "created_at = $2, network_key = $3, card_fingerprint = $4, status = $5",
        new Date(at).toISOString(),
        network,
        card,
        status,
      );
    await put(mine[0]!, start - 600_000, "net", "one"); // ten minutes ago to the millisecond: of the day only
    await put(mine[1]!, start - 599_999, "net", "one");
    await put(mine[2]!, start - 86_400_000, "net", "one"); // a day ago: not counted
    await put(mine[3]!, start - 86_399_999, "other", null);
    await put(mine[4]!, start - 1_000, "net", "one", "completed");
    await put(hers[0]!, start - 1_000, "net", "one");
    await put(hers[1]!, start - 1_000, "net", "two", "refunded");
    const count = (person: Person, network: string) =>
      countUnpaid(test.app.db, { site: 1, member: person.number, network }, since);
    expect(await count(hein, "net")).toEqual({ member: 1, network: 2, member_day: 3, network_day: 3, card_day: 3 });
    expect(await count(ida, "other")).toEqual({ member: 1, network: 0, member_day: 1, network_day: 1, card_day: 3 });
    await put(hers[0]!, start - 1_000, "net", "two");
    expect(await count(ida, "none")).toEqual({ member: 1, network: 0, member_day: 1, network_day: 0, card_day: 1 });
    await put(hers[0]!, start - 1_000, "net", null);
    expect((await count(ida, "none")).card_day).toBe(0);
  });
});
