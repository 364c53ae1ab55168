/** Orders, notices, repeat orders, refunds and chargebacks over HTTP, in production mode, with Stripe and with Mollie. */
import { createECDH } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { CreditsApi, type PaymentMethod } from "@serenade/contract/credits";
import { InstrumentsApi, PaymentApi } from "@serenade/contract/payments";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, startProduct } from "../../../../faults/servers.ts";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { MOLLIE_KEY, openMollieDouble } from "../../../test/doubles/mollie.ts";
import { openStripeDouble, STRIPE_KEY, STRIPE_SECRET } from "../../../test/doubles/stripe.ts";
import { clearSites } from "../../site/queries.ts";
import { auditLedger } from "../audit/commands.ts";
import { openGateways } from "./gateway.ts";

type Double = Awaited<ReturnType<typeof openStripeDouble>> | Awaited<ReturnType<typeof openMollieDouble>>;

describe.each(["stripe", "mollie"] as const)("%s in production", (provider) => {
  let test: TestApp;
  let double: Double;
  let secret: string;
  beforeAll(async () => {
    double = provider === "stripe" ? await openStripeDouble() : await openMollieDouble("unused");
    const keys =
      provider === "stripe"
        ? { stripe: { secretKey: STRIPE_KEY, webhookSecret: STRIPE_SECRET, apiUrl: double.url } }
        : { mollie: { apiKey: MOLLIE_KEY, apiUrl: double.url } };
    test = await testApp({}, { config: { mode: "production", payments: [provider], ...keys } });
    // production knows its sites by their names
    await test.app.db.raw("update sites set domain = '127.0.0.1'");
    clearSites(test.app);
    secret = openGateways(test.app).noticeSecret;
  });
  afterAll(async () => {
    await test.close();
    await double.close();
  });

  const refOf = async (id: string) => {
    const order = test.app.ids.decode("transaction", id as never);
    const { rows } = await test.app.db.raw("select provider_ref from orders where id = $1", [order]);
    return (rows[0] as { provider_ref: string }).provider_ref;
  };
  /** Delivers the provider's notice about a payment over HTTP; `wrong` signs it with a foreign secret. */
  const deliver = async (id: string, wrong?: "wrong") => {
    const given = provider === "stripe" ? (wrong ? "whsec_foreign" : STRIPE_SECRET) : wrong ? "foreign" : secret;
    const { raw, headers, secret: inAddress } = double.notice(await refOf(id), given);
    const query = new URLSearchParams({ provider, ...(inAddress && { secret: inAddress }) });
    return fetch(`${test.url}/api/webhook.php?${query}`, {
      method: "POST",
      body: new Uint8Array(raw),
      headers: { "content-type": "application/json", ...headers },
    });
  };
  const balance = async (person: Person) => (await person.call(CreditsApi.read)).body.balance;
  const start = async (person: Person, store = false) =>
    (await person.call(PaymentApi.start, { body: { bundle: "p1", paymentmethod: "card", store } })).body;
  const buy = async (person: Person, store = false) => {
    const { transaction } = await start(person, store);
    await double.act(await refOf(transaction.id), "pay");
    expect((await deliver(transaction.id)).status).toBe(200);
    return transaction.id;
  };
  const read = async (person: Person, id: string) =>
    (await person.call(PaymentApi.read, { query: { id: id as never } })).body.transaction;

  it("has no sandbox", async () => {
    expect((await fetch(`${test.url}/sandbox/pay/anything`)).status).toBe(404);
    expect((await fetch(`${test.url}/api/webhook.php?provider=sandbox`, { method: "POST", body: "{}" })).status).toBe(
      400,
    );
  });

  it("credits what the provider confirms, by its notice, once; a forged notice changes nothing", async () => {
    const anna = await join(test, "anna");
    const { transaction, redirect } = await start(anna);
    expect(redirect).toContain(double.url);
    expect(transaction.status).toBe("pending");
    expect((await deliver(transaction.id, "wrong")).status).toBe(400);
    await double.act(await refOf(transaction.id), "pay");
    expect((await deliver(transaction.id, "wrong")).status).toBe(400);
    expect(await balance(anna)).toBe(2);
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(transaction.id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await balance(anna)).toBe(62);
  });

  it("is asked while the page of the payment is open, so that a lost notice delays nothing", async () => {
    const bea = await join(test, "bea");
    const { transaction } = await start(bea);
    expect((await read(bea, transaction.id)).status).toBe("pending");
    await double.act(await refOf(transaction.id), "pay");
    expect((await read(bea, transaction.id)).status).toBe("completed");
    expect(await balance(bea)).toBe(62);
  });

  it("declines and cancels without a charge", async () => {
    const cleo = await join(test, "cleo");
    const { transaction } = await start(cleo);
    const cancelled = await cleo.call(PaymentApi.cancel, { body: { id: transaction.id } });
    expect(cancelled.body.transaction.status).toBe("cancelled");
    const repeated = await join(test, "cleo2");
    await buy(repeated, true);
    const [card] = (await repeated.call(InstrumentsApi.list)).body.instruments;
    const { rows } = await test.app.db.raw("select token from payment_instruments where member_id = $1", [
      repeated.number,
    ]);
    double.setOutcome((rows[0] as { token: string }).token, "declined");
    const { body } = await repeated.call(PaymentApi.repeat, { body: { bundle: "p0", instrument: card!.id } });
    expect((await read(repeated, body.transaction.id)).status).toBe("failed");
    expect(await balance(repeated)).toBe(62);
  });

  it("stores a card, charges it, asks the bank where it must, and forgets it", async () => {
    const dora = await join(test, "dora");
    await buy(dora, true);
    const { instruments } = (await dora.call(InstrumentsApi.list)).body;
    expect(instruments).toEqual([expect.objectContaining({ paymentmethod: "card", expired: false })]);
    const { id: instrument, label } = instruments[0]!;
    expect(label).toMatch(/^\w+ •••• \d{4}$/);
    const paid = await dora.call(PaymentApi.repeat, { body: { bundle: "p0", instrument } });
    if (paid.body.transaction.status !== "completed")
      expect((await deliver(paid.body.transaction.id)).status).toBe(200);
    expect((await read(dora, paid.body.transaction.id)).status).toBe("completed");
    expect(await balance(dora)).toBe(82);
    const { rows } = await test.app.db.raw("select token from payment_instruments where member_id = $1", [dora.number]);
    double.setOutcome((rows[0] as { token: string }).token, "challenge");
    const challenged = (await dora.call(PaymentApi.repeat, { body: { bundle: "p0", instrument } })).body;
    if (provider === "stripe") {
      expect(challenged.redirect).toContain(double.url);
      expect(challenged.transaction.status).toBe("pending");
      await double.act(await refOf(challenged.transaction.id), "approve");
      await deliver(challenged.transaction.id);
      expect(await balance(dora)).toBe(102);
    } else {
      // Mollie has no page for a bank's approval of a stored card: the payment fails, and the member pays on a page
      expect(challenged.redirect).toBeNull();
      expect(await read(dora, challenged.transaction.id)).toMatchObject({ status: "failed", stored_method: true });
      expect(await balance(dora)).toBe(82);
    }
    expect((await dora.call(InstrumentsApi.forget, { body: { id: instrument } })).status).toBe(200);
    await test.app.jobs.run("forget-instruments");
    expect((await test.app.db.raw("select 1 from payment_forgets")).rows).toEqual([]);
  });

  it("refunds a withdrawal, takes credits for a chargeback, and returns them when it is won", async () => {
    const elin = await join(test, "elin");
    const first = await buy(elin);
    expect((await elin.call(PaymentApi.withdraw, { body: { id: first as never } })).status).toBe(200);
    await test.app.jobs.run("refunds");
    await deliver(first);
    expect(await balance(elin)).toBe(2);
    const second = await buy(elin);
    await double.act(await refOf(second), "charge_back");
    expect((await deliver(second)).status).toBe(200);
    expect(await balance(elin)).toBe(2);
    const { charged_back, total } = await read(elin, second);
    expect(charged_back).toEqual(total);
    await double.act(await refOf(second), "win");
    await deliver(second);
    expect(await balance(elin)).toBe(62);
    expect(await auditLedger(test.app)).toMatchObject({ differences: [], right: true });
  });

  it("says that the payer has not paid yet, and where to go on; once they have, nothing is left to do", async () => {
    const gwen = await join(test, "gwen");
    const { transaction, redirect } = await start(gwen);
    expect(transaction.continue_at).toBe(redirect);
    expect(await read(gwen, transaction.id)).toMatchObject({ status: "pending", continue_at: redirect });
    await double.act(await refOf(transaction.id), "pay");
    expect(await read(gwen, transaction.id)).toMatchObject({ status: "completed", continue_at: null });
  });

  it("says that the provider does not answer, soon also where it is silent, and what is known; nothing is lost", async () => {
    const hana = await join(test, "hana");
    const { transaction } = await start(hana);
    const look = async () => (await hana.call(PaymentApi.read, { query: { id: transaction.id as never } })).body;
    await double.act(await refOf(transaction.id), "pay");
    for (const oddity of ["unavailable", "silent"] as const) {
      double.odd(oddity);
      expect(await look()).toMatchObject({ unanswered: true, transaction: { status: "pending" } });
    }
    const cancelled = await hana.call(PaymentApi.cancel, { body: { id: transaction.id as never } });
    expect([cancelled.status, cancelled.body.error]).toEqual([503, "payment_unavailable"]);
    expect(await balance(hana)).toBe(2);
    double.odd(null);
    expect(await look()).toMatchObject({ unanswered: false, transaction: { status: "completed" } });
    expect(await balance(hana)).toBe(62);
  }, 60_000);

  it("keeps an order that the provider could not take, and takes it with the same key later", async () => {
    const fay = await join(test, "fay");
    const key = crypto.randomUUID();
    const body = { bundle: "p0", paymentmethod: "card" } as const;
    for (const oddity of ["unavailable", "html", "rate_limit", "lost"] as const) {
      double.odd(oddity);
      const refused = await fay.call(PaymentApi.start, { body, key });
      expect([refused.status, refused.body.error]).toEqual([503, "payment_unavailable"]);
    }
    double.odd(null);
    const made = await fay.call(PaymentApi.start, { body, key });
    expect([made.status, made.body.transaction.status]).toEqual([201, "pending"]);
    const { rows } = await test.app.db.raw("select 1 from orders where member_id = $1", [fay.number]);
    expect(rows).toHaveLength(1);
  });
});

describe("two providers at once, by country", () => {
  let test: TestApp;
  let stripe: Awaited<ReturnType<typeof openStripeDouble>>;
  let mollie: Awaited<ReturnType<typeof openMollieDouble>>;
  beforeAll(async () => {
    stripe = await openStripeDouble();
    mollie = await openMollieDouble("unused");
    test = await testApp({
      PAYMENTS: "mollie:NL+BE,stripe",
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
      STRIPE_API_URL: stripe.url,
      MOLLIE_API_KEY: MOLLIE_KEY,
      MOLLIE_API_URL: mollie.url,
    });
  });
  afterAll(async () => {
    await test.close();
    await stripe.close();
    await mollie.close();
  });

  const methodsFor = async (person: Person) => (await person.call(CreditsApi.read)).body.paymentmethods;
  const pay = async (person: Person, paymentmethod: PaymentMethod) =>
    (await person.call(PaymentApi.start, { body: { bundle: "p0", paymentmethod } })).body;

  it("sends a Dutch member to Mollie, a British one to Stripe, each with the methods of their own", async () => {
    const daan = await join(test, "daan", { form: { country: "NL" } });
    const kate = await join(test, "kate", { form: { country: "GB" } });
    expect(await methodsFor(daan)).toEqual(["ideal", "card", "paypal", "directdebit"]);
    expect(await methodsFor(kate)).toEqual(["card", "paypal"]);
    const dutch = [await pay(daan, "ideal"), await pay(daan, "card")];
    for (const { redirect } of dutch) expect(redirect).toContain(mollie.url);
    const british = await pay(kate, "card");
    expect(british.redirect).toContain(stripe.url);
    expect(british.transaction.total.currency).toBe("GBP");
    for (const [person, order, double] of [
      [daan, dutch[0]!, mollie],
      [kate, british, stripe],
    ] as const) {
      await double.act(new URL(order.redirect!).pathname.split("/").at(-1)!, "pay");
      const { body } = await person.call(PaymentApi.read, { query: { id: order.transaction.id } });
      expect(body.transaction.status).toBe("completed");
    }
  });

  it("goes to the other provider for what the first one does not offer there", async () => {
    const bram = await join(test, "bram", { form: { country: "BE" } });
    // the double of Mollie offers iDEAL in the Netherlands only
    expect(await methodsFor(bram)).toEqual(["bancontact", "ideal", "card", "paypal", "directdebit"]);
    expect((await pay(bram, "bancontact")).redirect).toContain(mollie.url);
    expect((await pay(bram, "ideal")).redirect).toContain(stripe.url);
  });

  it("shows every method of the country while a provider does not answer", async () => {
    const silent = await testApp({
      PAYMENTS: "mollie",
      MOLLIE_API_KEY: MOLLIE_KEY,
      MOLLIE_API_URL: mollie.url,
    });
    mollie.odd("silent");
    const dora = await join(silent, "dora", { form: { country: "NL" } });
    expect(await methodsFor(dora)).toEqual(["ideal", "card", "paypal", "directdebit"]);
    mollie.odd(null);
    await silent.close();
  });
});

describe("MODE=production", () => {
  const directory = mkdtempSync(joinPath(tmpdir(), "serenade-production-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it.each([
    ["stripe", { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: STRIPE_SECRET }],
    ["mollie", { MOLLIE_API_KEY: MOLLIE_KEY }],
  ])("starts with PAYMENTS=%s", { timeout: 120_000 }, async (provider, keys) => {
    const vapid = createECDH("prime256v1");
    vapid.generateKeys();
    const data = { DATA_DIR: joinPath(directory, provider), NODE_ENV: "production", BASE_URL: "" };
    // production is not ready without a site, and makes none by itself
    await (await startProduct(data, await freePort())).stop();
    const product = await startProduct(
      {
        ...data,
        MODE: "production",
        BASE_URL: "https://serenade.example",
        TRUST_PROXY: "127.0.0.1",
        APP_SECRET: "a secret of forty characters for the test",
        SMTP_URL: "smtp://127.0.0.1:1",
        VAPID_PUBLIC_KEY: vapid.getPublicKey("base64url"),
        VAPID_PRIVATE_KEY: vapid.getPrivateKey("base64url"),
        PAYMENTS: provider,
        ...keys,
      },
      await freePort(),
    );
    expect((await fetch(`${product.url}/sandbox/pay/anything`)).status).toBe(404);
    await product.stop();
  });
});
