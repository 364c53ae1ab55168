/** Stored cards and PayPal accounts: kept on request only, charged by the member alone, forgotten everywhere (product.md 7). */
import { CreditsApi } from "@serenade/contract/credits";
import type { Id } from "@serenade/contract/ids";
import { InstrumentsApi, PaymentApi } from "@serenade/contract/payments";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { restoreClock, stopClock } from "../../../test/clock.ts";
import { proveLedger } from "../../credits/queries.ts";
import { type PaymentGateway, ProviderError } from "../gateway.ts";
import { startOrder } from "../orders/commands.ts";
import { gatewaysOf } from "../providers/gateway.ts";
import { reconcileOrders } from "../reconciling/commands.ts";
import { openSandbox } from "../sandbox/gateway.ts";
import {
  customerAt,
  eraseInstruments,
  FORGET_JOB,
  forgetAtProviders,
  forgetInstrument,
  noteInstrumentUse,
  storeInstrument,
} from "./commands.ts";
import { exportInstruments, getInstrument } from "./queries.ts";

let test: TestApp;
let sandbox: PaymentGateway;
beforeAll(async () => {
  test = await testApp();
  sandbox = openSandbox(test.app);
});
afterEach(restoreClock);
afterAll(() => test.close());

const only = (gateway: PaymentGateway) => gatewaysOf([gateway], "secret");
const OK = "4242424242424242";
const ASKS_THE_BANK = "4000002500003155";
const DECLINED_LATER = "4000000000000341";

async function press(page: string, form: Record<string, string>): Promise<void> {
  await fetch(page, { method: "POST", redirect: "manual", body: new URLSearchParams(form) });
  await test.app.drain();
}
async function buy(person: Person, { store = true, card = OK }: { store?: boolean; card?: string } = {}) {
  const { body } = await person.call(PaymentApi.start, { body: { bundle: "p0", paymentmethod: "card", store } });
  await press(body.redirect!, { act: "pay", card });
  if (card === ASKS_THE_BANK) await press(body.redirect!, { act: "approve" });
  return body.transaction.id;
}
const stored = async (person: Person) => (await person.call(InstrumentsApi.list)).body.instruments;
const balance = async (person: Person) => (await person.call(CreditsApi.read)).body.balance;
const repeat = (person: Person, instrument: Id<"instrument">, key: string = crypto.randomUUID()) =>
  person.call(PaymentApi.repeat, { body: { bundle: "p1", instrument }, key });
const chargesOf = async (person: Person) =>
  (
    await test.app.db.raw(
      "select 1 from sandbox_payments p join orders o on o.provider_ref = p.ref where o.member_id = $1 and p.instrument is not null and o.instrument_id is not null",
      [person.number],
    )
  ).rows.length;
const audit = async () => expect(Object.values(await proveLedger(test.app.db))).toEqual([0, 0, 0, 0, 0]);

describe("a card", () => {
  it("is stored when the member asked for it and the payment went through, and never otherwise", async () => {
    const anna = await join(test, "anna");
    expect((await anna.call(CreditsApi.read)).body.stored_method).toBeNull();
    await buy(anna, { store: false });
    expect(await stored(anna)).toEqual([]);
    await buy(anna, { card: "4000000000000002" });
    expect(await stored(anna)).toEqual([]);
    await buy(anna);
    await buy(anna);
    const [card, ...others] = await stored(anna);
    expect(others).toEqual([]);
    expect(card).toMatchObject({ paymentmethod: "card", label: "Visa •••• 4242", expired: false });
    expect((await anna.call(CreditsApi.read)).body.stored_method).toEqual({
      id: card!.id,
      paymentmethod: "card",
      label: "Visa •••• 4242",
    });
  });

  it("that is stored is charged in one step, once per key, and its credits are there with the answer", async () => {
    const bea = await join(test, "bea");
    await buy(bea);
    const [card] = await stored(bea);
    const before = await balance(bea);
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => repeat(bea, card!.id, key)));
    expect(new Set(answers.map(({ body }) => body.transaction.id)).size).toBe(1);
    const again = await repeat(bea, card!.id, key);
    expect(again.body.transaction).toMatchObject({ status: "completed", tier: "p1", paymentmethod: "card" });
    expect(again.body.redirect).toBeNull();
    expect(await balance(bea)).toBe(before + again.body.transaction.credits);
    expect(await chargesOf(bea)).toBe(1);
    await audit();
  });

  it("whose bank asks for approval leads to it", async () => {
    const cleo = await join(test, "cleo");
    await buy(cleo, { card: ASKS_THE_BANK });
    const [card] = await stored(cleo);
    const before = await balance(cleo);
    const { status, body } = await repeat(cleo, card!.id);
    expect(status).toBe(201);
    expect(body.transaction.status).toBe("pending");
    expect(body.redirect).toContain("/sandbox/pay/");
    await press(body.redirect!, { act: "approve" });
    expect(await balance(cleo)).toBe(before + body.transaction.credits);
    const denied = await repeat(cleo, card!.id);
    await press(denied.body.redirect!, { act: "deny" });
    const { transaction } = (await cleo.call(PaymentApi.read, { query: { id: denied.body.transaction.id } })).body;
    expect(transaction).toMatchObject({ status: "failed", fail_code: "authentication_failed" });
  });

  it("that is declined charges nothing and says so with the answer", async () => {
    const dora = await join(test, "dora");
    await buy(dora, { card: DECLINED_LATER });
    const [card] = await stored(dora);
    const before = await balance(dora);
    const { body } = await repeat(dora, card!.id);
    expect(body).toMatchObject({ transaction: { status: "failed", fail_code: "declined" }, redirect: null });
    expect(await balance(dora)).toBe(before);
    await audit();
  });

  it("of another member is not found", async () => {
    const [ella, fay] = [await join(test, "ella"), await join(test, "fay")];
    await buy(ella);
    const [card] = await stored(ella);
    expect((await repeat(fay, card!.id)).status).toBe(404);
    expect((await fay.call(InstrumentsApi.forget, { body: { id: card!.id } })).status).toBe(404);
    expect(await stored(ella)).toHaveLength(1);
  });

  it("that was forgotten cannot be charged here or at the provider; a provider that is down is told again", async () => {
    const gwen = await join(test, "gwen");
    await buy(gwen);
    const [card] = await stored(gwen);
    const row = await getInstrument(test.app.db, 1, gwen.number, test.app.ids.decode("instrument", card!.id)!);
    expect((await gwen.call(InstrumentsApi.forget, { body: { id: card!.id } })).status).toBe(200);
    expect(await stored(gwen)).toEqual([]);
    expect((await repeat(gwen, card!.id)).status).toBe(404);
    await test.app.jobs.run("forget-instruments");
    const owed = "select 1 from payment_forgets where token = $1";
    expect((await test.app.db.raw(owed, [row.token])).rows).toEqual([]);
    const made = await buy(gwen, { store: false });
    const order = (await test.app.db.raw("select request from orders where id = $1", [
      test.app.ids.decode("transaction", made),
    ])) as { rows: [{ request: never }] };
    const request = { ...(order.rows[0].request as object), customer: row.customer, key: "again" } as never;
    await expect(sandbox.repeat(request, row.token)).rejects.toMatchObject({ kind: "refused" });

    await buy(gwen);
    const [second] = await stored(gwen);
    const down: PaymentGateway = { ...sandbox, forget: () => Promise.reject(new ProviderError("unavailable", "down")) };
    await test.app.db.raw(
      "insert into payment_forgets (provider, customer, token, created_at) values ('sandbox', 'x', 'y', now())",
    );
    await forgetAtProviders(test.app, only(down));
    expect((await test.app.db.raw(owed, ["y"])).rows).toHaveLength(1);
    await forgetAtProviders(test.app, only(sandbox));
    expect((await test.app.db.raw(owed, ["y"])).rows).toEqual([]);
    expect(await stored(gwen)).toEqual([second]);
  });

  it("that is forgotten calls the job that tells the provider", async () => {
    const zara = await join(test, "zara");
    await buy(zara);
    const id = test.app.ids.decode("instrument", (await stored(zara))[0]!.id)!;
    const called: string[] = [];
    const app = { ...test.app, trigger: (job: string) => void called.push(job) };
    await forgetInstrument(app, { site: 1, member: zara.number }, id);
    expect(called).toEqual([FORGET_JOB]);
  });

  it("is in the export of its member alone, without what it could be charged with", async () => {
    const [xena, yves] = [await join(test, "xena"), await join(test, "yves")];
    for (const person of [xena, yves]) await buy(person);
    const exported = await exportInstruments(test.app.db, 1, xena.number);
    expect(exported).toMatchObject({
      payment_customers: [{ member_id: xena.number, provider: "sandbox" }],
      payment_instruments: [{ member_id: xena.number, last4: "4242" }],
    });
    expect([exported.payment_customers.length, exported.payment_instruments.length]).toEqual([1, 1]);
    expect(JSON.stringify(exported)).not.toMatch(/"(ref|token|fingerprint)"/);
  });

  it("goes with the account, at the provider too", async () => {
    const hope = await join(test, "hope");
    await buy(hope);
    const rows = async (table: string) =>
      (await test.app.db.raw(`select 1 from ${table} where member_id = $1`, [hope.number])).rows.length;
    const { rows: customers } = await test.app.db.raw("select ref from payment_customers where member_id = $1", [
      hope.number,
    ]);
    const { ref } = customers[0] as { ref: string };
    await test.app.db.transaction((tx) => eraseInstruments(tx, 1, hope.number));
    expect([await rows("payment_customers"), await rows("payment_instruments")]).toEqual([0, 0]);
    await forgetAtProviders(test.app, only(sandbox));
    expect((await test.app.db.raw("select 1 from sandbox_instruments where customer = $1", [ref])).rows).toEqual([]);
    expect((await test.app.db.raw("select 1 from payment_forgets where customer = $1", [ref])).rows).toEqual([]);
  });
});

describe("of several cards", () => {
  const card = (token: string) =>
    ({ token, kind: "card", brand: null, last4: null, expMonth: null, expYear: null }) as const;
  const put = (owner: Person, fingerprint: string | null, token: string, provider: "sandbox" | "stripe" = "sandbox") =>
    test.app.db.transaction((tx) =>
      storeInstrument(test.app, tx, { site: 1, member: owner.number, provider, fingerprint }, card(token)),
    );
  const customer = async ({ number }: Person, provider: string, ref: string) =>
    test.app.db.raw(
      "insert into payment_customers (site_id, member_id, provider, ref, created_at) values (1, $1, $2, $3, now())",
      [number, provider, ref],
    );
  const tokens = async ({ number }: Person) =>
    (
      await test.app.db.raw("select token from payment_instruments where member_id = $1 order by token", [number])
    ).rows.map((row) => (row as { token: string }).token);
  const forgets = async (customers: string[]) =>
    (
      await test.app.db.raw(
        "select provider, customer, token from payment_forgets where customer = any ($1) order by 1, 2, 3",
        [customers],
      )
    ).rows;

  it("only the same card of the same member at the same provider is replaced", async () => {
    const [lea, mia, nora] = [await join(test, "lea"), await join(test, "mia"), await join(test, "nora")];
    for (const [person, provider, ref] of [
      [lea, "stripe", "lea at stripe"],
      [lea, "sandbox", "lea"],
      [mia, "sandbox", "mia"],
    ] as const)
      await customer(person, provider, ref);
    await put(lea, "same", "lea-1");
    await put(lea, "other", "lea-2");
    await put(lea, null, "lea-3");
    await put(lea, "same", "lea-4", "stripe");
    await put(mia, "same", "mia-1");
    await put(lea, "same", "lea-5");
    await put(lea, "same", "lea-5");
    await put(lea, null, "lea-6");
    expect([await tokens(lea), await tokens(mia)]).toEqual([["lea-2", "lea-3", "lea-4", "lea-5", "lea-6"], ["mia-1"]]);
    await put(lea, "same", "lea-7", "stripe");
    expect(await forgets(["lea", "mia", "lea at stripe"])).toEqual([
      { provider: "sandbox", customer: "lea", token: "lea-1" },
      { provider: "stripe", customer: "lea at stripe", token: "lea-4" },
    ]);
    const { rows } = await test.app.db.raw("select id, token from payment_instruments where member_id = $1", [
      lea.number,
    ]);
    for (const { id, token } of rows as { id: string; token: string }[]) {
      const customer = token === "lea-7" ? "lea at stripe" : "lea";
      expect(await getInstrument(test.app.db, 1, lea.number, Number(id))).toMatchObject({ token, customer });
    }
    // the account was erased while the payment was under way
    await put(nora, "same", "nora-1");
    expect(await tokens(nora)).toEqual([]);
  });

  it("the one that was used last is listed first, and one is forgotten without the others", async () => {
    const olga = await join(test, "olga");
    await customer(olga, "sandbox", "olga");
    await put(olga, "a", "olga-1");
    await put(olga, "b", "olga-2");
    const [second, first] = await stored(olga);
    await test.app.clock.advance(60);
    const id = test.app.ids.decode("instrument", first!.id)!;
    await test.app.db.transaction((tx) => noteInstrumentUse(test.app, tx, 1, id));
    expect((await stored(olga)).map((one) => one.id)).toEqual([first!.id, second!.id]);
    await olga.call(InstrumentsApi.forget, { body: { id: first!.id } });
    expect(await tokens(olga)).toEqual(["olga-2"]);
  });

  it("those of others stay when an account is erased, and a provider deletes one by one", async () => {
    const [pia, quin] = [await join(test, "pia"), await join(test, "quin")];
    for (const one of [pia, quin]) await customer(one, "sandbox", one.name);
    await put(pia, "a", "pia-1");
    await put(quin, "a", "quin-1");
    await test.app.db.transaction((tx) => eraseInstruments(tx, 1, pia.number));
    expect([await tokens(pia), await tokens(quin)]).toEqual([[], ["quin-1"]]);
    // known customers are not created again
    const silent: PaymentGateway = { ...sandbox, createCustomer: () => Promise.reject(new Error("called")) };
    expect(await customerAt(test.app, silent, { site: 1, member: quin.number })).toBe(quin.name);
    for (const [of, token] of [
      ["c1", "t1"],
      ["c1", "t2"],
      ["c2", "t1"],
    ])
      await test.app.db.raw("insert into payment_forgets (provider, customer, token) values ('sandbox', $1, $2)", [
        of,
        token,
      ]);
    const once: PaymentGateway = {
      ...sandbox,
      forget: async (of, token) => {
        if (of !== "c1" || token !== "t1") throw new ProviderError("unavailable", "down");
      },
    };
    await forgetAtProviders(test.app, only(once));
    expect(await forgets(["c1", "c2"])).toEqual([
      { provider: "sandbox", customer: "c1", token: "t2" },
      { provider: "sandbox", customer: "c2", token: "t1" },
    ]);
  });
});

describe("a repeat order whose answer is lost", () => {
  const order = async (person: Person, gateway: PaymentGateway, key: string) => {
    const [card] = await stored(person);
    const id = test.app.ids.decode("instrument", card!.id)!;
    return startOrder(test.app, only(gateway), {
      site: 1,
      member: person.number,
      tier: "p1",
      paymentmethod: "card",
      discountcode: null,
      instrument: await getInstrument(test.app.db, 1, person.number, id),
      mandate: null,
      store: false,
      proof: undefined,
      key,
      network: "192.0.2.9",
      networkCountry: null,
      locale: "en",
      baseUrl: test.url,
    });
  };
  const lost: (gateway: PaymentGateway) => PaymentGateway = (gateway) => ({
    ...gateway,
    repeat: async (request, token) => {
      await gateway.repeat(request, token);
      throw new ProviderError("unavailable", "the answer is lost");
    },
  });

  it("is asked about with the same key by the job, and credited once", async () => {
    const iris = await join(test, "iris");
    await buy(iris);
    const before = await balance(iris);
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    expect((await order(iris, lost(sandbox), crypto.randomUUID())).status).toBe("loading");
    expect(await balance(iris)).toBe(before);
    stopClock(test, start + 61_000);
    await reconcileOrders(test.app, only(sandbox));
    await reconcileOrders(test.app, only(sandbox));
    expect(await balance(iris)).toBeGreaterThan(before);
    expect(await chargesOf(iris)).toBe(1);
    await audit();
  });

  it("is the same order when the member tries again", async () => {
    const jane = await join(test, "jane");
    await buy(jane);
    const before = await balance(jane);
    const key = crypto.randomUUID();
    expect((await order(jane, lost(sandbox), key)).status).toBe("loading");
    const made = await order(jane, sandbox, key);
    expect(made.status).toBe("completed");
    expect(await balance(jane)).toBe(before + made.credits);
    expect(await chargesOf(jane)).toBe(1);
  });

  it("fails when the provider refuses the card, with nothing charged", async () => {
    const kim = await join(test, "kim");
    await buy(kim);
    const no: PaymentGateway = { ...sandbox, repeat: () => Promise.reject(new ProviderError("refused", "no")) };
    const made = await order(kim, no, crypto.randomUUID());
    expect(made).toMatchObject({ status: "failed", fail_code: "provider_error" });
    expect(await chargesOf(kim)).toBe(0);
  });
});
