/** A code that works once works once, also when the provider fails, is slow, or an order is given up meanwhile (product.md 7). */
import { CreditsApi } from "@serenade/contract/credits";
import { WELCOME_CODE } from "@serenade/contract/limits";
import { PaymentApi } from "@serenade/contract/payments";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, type Person } from "../../test/cast.ts";
import { reconcileOrders, startOrder } from "./commands.ts";
import type { PaymentGateway } from "./gateway.ts";
import { openSandbox } from "./sandbox/gateway.ts";

let test: TestApp;
let sandbox: PaymentGateway;
beforeAll(async () => {
  test = await testApp();
  sandbox = openSandbox(test.app);
});
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
  startOrder(
    test.app,
    { ...sandbox, ...gateway },
    {
      site: 1,
      member: person.number,
      tier: "p1",
      paymentmethod: "card",
      discountcode: WELCOME_CODE,
      key,
      network: "192.0.2.7",
      baseUrl: test.url,
    },
  );
const pay = (redirect: string) =>
  fetch(redirect, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ act: "pay", card: "4242424242424242" }),
  });
const ordersOf = async (person: Person) =>
  (await test.app.db.raw("select status, amount from orders where member_id = $1 order by id", [person.number]))
    .rows as { status: string; amount: number }[];
const usesOf = async (person: Person) =>
  (await test.app.db.raw("select order_id from discount_uses where member_id = $1", [person.number])).rows;
const out = () => Promise.reject(new Error("the provider does not answer"));

describe("a discount code", () => {
  it("is not paid with by the key of an order that the job gave up after the provider had failed", async () => {
    const mia = await join(test, "mia");
    const key = crypto.randomUUID();
    await expect(buyAt({ create: out }, mia, key)).rejects.toThrow("does not answer");
    await test.app.clock.advance(61);
    await reconcileOrders(test.app, sandbox); // gives the code back
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
        await reconcileOrders(test.app, sandbox);
        return opened;
      },
    };
    await expect(buyAt(slow, nora, crypto.randomUUID())).rejects.toMatchObject({ code: "payment_closed" });
    await pay(opened!.redirect);
    await test.app.drain();
    expect(await ordersOf(nora)).toEqual([{ status: "cancelled", amount: DISCOUNTED }]);
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
