/** One contract for every provider: the same steps end in the same states at the sandbox, at Stripe and at Mollie (product.md 7). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testApp } from "../../../test/app.ts";
import { MOLLIE_KEY, openMollieDouble } from "../../../test/doubles/mollie.ts";
import type { Act, Oddity } from "../../../test/doubles/provider.ts";
import { openStripeDouble, STRIPE_KEY, STRIPE_SECRET } from "../../../test/doubles/stripe.ts";
import type { PaymentGateway, PaymentRequest, ProviderPayment } from "../gateway.ts";
import { openMollie } from "../mollie/gateway.ts";
import { openSandbox, sandboxSecret } from "../sandbox/gateway.ts";
import { sign } from "../sandbox/rules.ts";
import { openStripe } from "../stripe/gateway.ts";

/** A provider with the hands of the payer and of the bank. */
interface Rig {
  gateway: PaymentGateway;
  act(ref: string, what: Act): Promise<void>;
  /** A notice about a payment as the provider sends it; with another secret when one is given. */
  notice(ref: string, secret?: string): { raw: Buffer; headers: Record<string, string>; secret: string | null };
  setOutcome(token: string, outcome: "paid" | "challenge" | "declined"): Promise<void>;
  /** Null where the provider is in this process and cannot be unreachable. */
  odd: ((how: Oddity | null) => void) | null;
  close(): Promise<void>;
}

async function sandboxRig(): Promise<Rig> {
  const test = await testApp();
  const press = (ref: string, form: Record<string, string>) =>
    fetch(`${test.url}/sandbox/pay/${ref}`, { method: "POST", redirect: "manual", body: new URLSearchParams(form) });
  const CARDS: Partial<Record<Act, string>> = {
    pay: "4242424242424242",
    challenge: "4000002500003155",
    decline: "4000000000009995",
  };
  const ACTS: Partial<Record<Act, string>> = { debit_paid: "debit", debit_returned: "return" };
  return {
    gateway: openSandbox(test.app),
    act: async (ref, what) => {
      if (what === "expire")
        return void (await test.app.db.raw(
          "update sandbox_payments set status = 'failed', fail_code = 'expired' where ref = $1",
          [ref],
        ));
      const card = CARDS[what];
      await press(ref, card ? { act: "pay", card } : { act: ACTS[what] ?? what });
    },
    notice: (ref, secret = sandboxSecret(test.app.config.appSecret)) => {
      const id = `evt_${randomUUID()}`;
      const body = JSON.stringify({ id, ref });
      const at = Math.floor(test.app.clock.now().getTime() / 1000);
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": String(at),
        "webhook-signature": sign(secret, id, at, body),
      };
      return { raw: Buffer.from(body), headers, secret: null };
    },
    setOutcome: async (token, outcome) =>
      void (await test.app.db.raw("update sandbox_instruments set outcome = $2 where token = $1", [token, outcome])),
    odd: null,
    close: () => test.close(),
  };
}

async function stripeRig(): Promise<Rig> {
  const double = await openStripeDouble();
  const options = { secretKey: STRIPE_KEY, webhookSecret: STRIPE_SECRET, apiUrl: double.url };
  return {
    ...double,
    gateway: openStripe(options),
    setOutcome: async (token, outcome) => double.setOutcome(token, outcome),
  };
}

async function mollieRig(): Promise<Rig> {
  const double = await openMollieDouble("the notices' secret");
  const options = { apiKey: MOLLIE_KEY, noticeSecret: "the notices' secret", apiUrl: double.url };
  return {
    ...double,
    gateway: openMollie(options),
    setOutcome: async (token, outcome) => double.setOutcome(token, outcome),
  };
}

describe.each([
  ["sandbox", sandboxRig],
  ["stripe", stripeRig],
  ["mollie", mollieRig],
] as const)("%s", (_name, openRig) => {
  let rig: Rig;
  let gateway: PaymentGateway;
  beforeAll(async () => {
    rig = await openRig();
    gateway = rig.gateway;
  });
  afterAll(() => rig.close());

  const asked = (more: Partial<PaymentRequest> = {}): PaymentRequest => ({
    key: `order:${randomUUID()}`,
    order: "t7Kq",
    amount: 2_499,
    currency: "EUR",
    description: "Serenade · 60 credits",
    paymentmethod: "card",
    locale: "nl",
    returnUrl: "https://serenade.example/transactions/t7Kq",
    webhookUrl: "https://serenade.example/api/webhook.php?provider=x",
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    customer: null,
    store: false,
    ...more,
  });
  const seen = async (ref: string): Promise<ProviderPayment> => (await gateway.fetch(ref))!;
  /** A member with a stored card. */
  async function withCard() {
    const customer = await gateway.createCustomer(`member:${randomUUID()}`);
    const { ref } = await gateway.create(asked({ customer, store: true }));
    await rig.act(ref, "pay");
    return { customer, instrument: (await seen(ref)).instrument! };
  }
  async function paid(): Promise<string> {
    const { ref } = await gateway.create(asked());
    await rig.act(ref, "pay");
    return ref;
  }

  describe("a payment", () => {
    it("is open until it is paid, for the amount that was asked", async () => {
      const { ref, redirect } = await gateway.create(asked());
      expect(redirect).toMatch(/^http/);
      expect(await seen(ref)).toMatchObject({ ref, status: "pending", amount: 2_499, currency: "EUR", refunds: [] });
      await rig.act(ref, "pay");
      expect(await seen(ref)).toMatchObject({
        status: "completed",
        amount: 2_499,
        failCode: null,
        instrument: null,
        chargebacks: [],
      });
      expect((await seen(ref)).fingerprint).toEqual(expect.any(String));
    });

    it("with approval is open until the payer approves", async () => {
      const { ref } = await gateway.create(asked());
      await rig.act(ref, "challenge");
      expect((await seen(ref)).status).not.toBe("failed");
      await rig.act(ref, "approve");
      expect((await seen(ref)).status).toBe("completed");
    });

    it("that is not approved fails, and says why", async () => {
      const { ref } = await gateway.create(asked());
      await rig.act(ref, "challenge");
      await rig.act(ref, "deny");
      const { status, failCode } = await seen(ref);
      expect(["failed", "pending"]).toContain(status); // Stripe lets the payer try another card on its page
      if (status === "failed") expect(failCode).toEqual(expect.any(String));
    });

    it("that nobody pays in time comes to nothing", async () => {
      const { ref } = await gateway.create(asked());
      await rig.act(ref, "expire");
      expect(["cancelled", "failed"]).toContain((await seen(ref)).status);
    });

    it("is closed by us once; what is paid stays paid", async () => {
      const { ref } = await gateway.create(asked());
      await gateway.cancel(ref);
      await gateway.cancel(ref);
      expect((await seen(ref)).status).toBe("cancelled");
      const done = await paid();
      await gateway.cancel(done);
      expect((await seen(done)).status).toBe("completed");
    });

    it("is one for a key, however often it is asked for; unknown ones are null", async () => {
      const request = asked();
      const [first, again] = [await gateway.create(request), await gateway.create(request)];
      expect(again.ref).toBe(first.ref);
      expect((await gateway.create(asked())).ref).not.toBe(first.ref);
      const unknown = { sandbox: "sb_none", stripe: "cs_test_none", mollie: "tr_none" }[gateway.name];
      expect(await gateway.fetch(unknown)).toBeNull();
    });
  });

  describe("a notice", () => {
    it("names its payment when it is the provider's, every time it comes", async () => {
      const ref = await paid();
      const { raw, headers, secret } = rig.notice(ref);
      const now = new Date();
      const read = gateway.notice(raw, headers, secret, now);
      expect(read).toMatchObject({ ref, id: expect.any(String) });
      expect(gateway.notice(raw, headers, secret, now)).toEqual(read);
    });

    it("that is signed is refused when it is old; one without a time stays the provider's", async () => {
      const { raw, headers, secret } = rig.notice(await paid());
      const after = (seconds: number) => gateway.notice(raw, headers, secret, new Date(Date.now() + seconds * 1000));
      expect(after(290)).not.toBeNull();
      expect(after(310) === null).toBe(gateway.name !== "mollie");
    });

    it("with another secret, without one, or changed on the way, is none", async () => {
      const ref = await paid();
      const forged = rig.notice(ref, "whsec_another");
      expect(gateway.notice(forged.raw, forged.headers, forged.secret, new Date())).toBeNull();
      const { raw, headers, secret } = rig.notice(ref);
      expect(gateway.notice(raw, {}, null, new Date())).toBeNull();
      expect(gateway.notice(Buffer.from("id=../../refunds"), headers, secret, new Date())).toBeNull();
    });
  });

  describe("a stored card", () => {
    it("is kept when it was asked for, and pays again without a page", async () => {
      const { customer, instrument } = await withCard();
      expect(instrument).toMatchObject({ kind: "card", last4: "4242", expYear: expect.any(Number) });
      const { ref, redirect } = await gateway.repeat(asked({ customer }), instrument.token);
      expect(redirect).toBeNull();
      expect(await seen(ref)).toMatchObject({ status: "completed", amount: 2_499 });
    });

    it("that is declined fails and charges nothing", async () => {
      const { customer, instrument } = await withCard();
      await rig.setOutcome(instrument.token, "declined");
      const { ref } = await gateway.repeat(asked({ customer }), instrument.token);
      const { status, failCode } = await seen(ref);
      expect([status, failCode === "declined" || failCode === "insufficient_funds"]).toEqual(["failed", true]);
    });

    it("whose bank wants an approval leads there, or fails so that the member can pay on a page", async () => {
      const { customer, instrument } = await withCard();
      await rig.setOutcome(instrument.token, "challenge");
      const { ref, redirect } = await gateway.repeat(asked({ customer }), instrument.token);
      const { status } = await seen(ref);
      expect(redirect === null ? status : "pending").toBe(redirect === null ? "failed" : status);
      if (redirect === null) return;
      await rig.act(ref, "approve");
      expect((await seen(ref)).status).toBe("completed");
    });

    it("is one charge for a key, is nobody else's, and is forgotten for good", async () => {
      const { customer, instrument } = await withCard();
      const request = asked({ customer });
      const [first, again] = [
        await gateway.repeat(request, instrument.token),
        await gateway.repeat(request, instrument.token),
      ];
      expect(again.ref).toBe(first.ref);
      const stranger = await gateway.createCustomer(`member:${randomUUID()}`);
      const refused = { kind: "refused" };
      await expect(gateway.repeat(asked({ customer: stranger }), instrument.token)).rejects.toMatchObject(refused);
      await gateway.forget(customer, instrument.token);
      await gateway.forget(customer, instrument.token);
      await expect(gateway.repeat(asked({ customer }), instrument.token)).rejects.toMatchObject(refused);
      await gateway.forgetCustomer(customer);
      await gateway.forgetCustomer(customer);
    });
  });

  describe("a direct debit", () => {
    const mandate = {
      holder: "A. Jansen",
      iban: "NL91ABNA0417164300",
      email: "a@example.test",
      reference: "SER-1-1",
      signedAt: "2026-11-23T20:00:00.000Z",
      address: "192.0.2.7",
      userAgent: "test",
    };
    it.each([
      ["is open until the bank pays", "debit_paid", "completed"],
      ["fails when the bank returns it", "debit_returned", "failed"],
    ] as const)("%s", async (_what, act, end) => {
      const customer = await gateway.createCustomer(`member:${randomUUID()}`);
      const { ref } = await gateway.debit(asked({ customer }), mandate);
      expect((await seen(ref)).status).toBe("pending");
      await rig.act(ref, act);
      expect((await seen(ref)).status).toBe(end);
    });
  });

  describe("a refund", () => {
    it("takes parts up to the whole and no more, each once for its key", async () => {
      const ref = await paid();
      const [part, rest] = [`refund:${randomUUID()}`, `refund:${randomUUID()}`];
      const first = await gateway.refund(ref, { key: part, amount: 1_000, currency: "EUR" });
      expect(await gateway.refund(ref, { key: part, amount: 1_000, currency: "EUR" })).toEqual(first);
      await expect(
        gateway.refund(ref, { key: `refund:${randomUUID()}`, amount: 1_500, currency: "EUR" }),
      ).rejects.toMatchObject({ kind: "refused" });
      await gateway.refund(ref, { key: rest, amount: 1_499, currency: "EUR" });
      const { status, refunds } = await seen(ref);
      expect(status).toBe("completed");
      expect(refunds.map(({ key, amount }) => [key, amount])).toEqual(
        expect.arrayContaining([
          [part, 1_000],
          [rest, 1_499],
        ]),
      );
    });

    it("may fail later, and then is not taken off the payment", async () => {
      const ref = await paid();
      await gateway.refund(ref, { key: `refund:${randomUUID()}`, amount: 2_499, currency: "EUR" });
      await rig.act(ref, "fail_refund");
      expect((await seen(ref)).refunds).toMatchObject([{ amount: 2_499, status: "failed" }]);
      await gateway.refund(ref, { key: `refund:${randomUUID()}`, amount: 2_499, currency: "EUR" });
    });
  });

  it("a chargeback is reported, and so is that it was won", async () => {
    const ref = await paid();
    await rig.act(ref, "charge_back");
    const [back, ...others] = (await seen(ref)).chargebacks;
    expect(others).toEqual([]);
    expect(back).toMatchObject({ amount: 2_499, status: "open", reason: expect.any(String) });
    await rig.act(ref, "win");
    expect((await seen(ref)).chargebacks).toMatchObject([{ ref: back!.ref, status: "won" }]);
    expect((await seen(ref)).status).toBe("completed");
  });

  describe("a provider that does not answer well", () => {
    it("is unavailable, and the same key later is one payment", async (context) => {
      if (!rig.odd) return context.skip("it is in this process");
      for (const how of ["rate_limit", "unavailable", "html", "lost"] as const) {
        const request = asked();
        rig.odd(how);
        await expect(gateway.create(request), how).rejects.toMatchObject({ kind: "unavailable" });
        rig.odd(null);
        const { ref } = await gateway.create(request);
        expect((await gateway.create(request)).ref).toBe(ref);
      }
    });

    it("refuses what is wrong for good", async (context) => {
      if (!rig.odd) return context.skip("it is in this process");
      await expect(gateway.create(asked({ customer: "cus_of_nobody" }))).rejects.toMatchObject({ kind: "refused" });
    });
  });
});

it("a state that a provider's description does not have is not decided", async () => {
  const double = await openMollieDouble("secret");
  const gateway = openMollie({ apiKey: MOLLIE_KEY, noticeSecret: "secret", apiUrl: double.url });
  const request: PaymentRequest = {
    key: "order:1",
    order: "t7Kq",
    amount: 999,
    currency: "EUR",
    description: "20 credits",
    paymentmethod: "ideal",
    locale: "en",
    returnUrl: "https://serenade.example/transactions/1",
    webhookUrl: "https://serenade.example/api/webhook.php",
    expiresAt: "2026-11-23T21:00:00.000Z",
    customer: null,
    store: false,
  };
  const { ref } = await gateway.create(request);
  double.setStatus(ref, "reviewing");
  expect(await gateway.fetch(ref)).toMatchObject({ status: "pending", failCode: null });
  expect(await gateway.methods({ country: "DE", currency: "EUR", amount: 999 })).toEqual([
    "card",
    "paypal",
    "bancontact",
    "directdebit",
  ]);
  await double.close();
});
