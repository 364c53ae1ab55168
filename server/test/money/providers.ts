/** Each provider with the payer, the bank and the sender of its notices in the test's hands. */
import { randomUUID } from "node:crypto";
import type { Resources } from "../../kernel/resources.ts";
import type { PaymentGateway, ProviderName } from "../../modules/payments/gateway.ts";
import { openMollie } from "../../modules/payments/mollie/gateway.ts";
import { applyAftermath } from "../../modules/payments/sandbox/aftermath/commands.ts";
import { decidePayment } from "../../modules/payments/sandbox/commands.ts";
import { openSandbox, sandboxSecret } from "../../modules/payments/sandbox/gateway.ts";
import { sign } from "../../modules/payments/sandbox/rules.ts";
import { openStripe } from "../../modules/payments/stripe/gateway.ts";
import { MOLLIE_KEY, openMollieDouble } from "../doubles/mollie.ts";
import type { Act } from "../doubles/provider.ts";
import { openStripeDouble, STRIPE_KEY, STRIPE_SECRET } from "../doubles/stripe.ts";

export interface Notice {
  raw: Buffer;
  headers: Record<string, string>;
  secret: string | null;
}

export interface Provider {
  name: ProviderName;
  /** A gateway as a process opens it when it starts. */
  open(app: Resources): PaymentGateway;
  act(app: Resources, ref: string, what: Act): Promise<void>;
  /** What the provider sends now; `forged` with another secret than its own. */
  notice(app: Resources, ref: string, forged?: boolean): Notice;
  close(): Promise<void>;
}

const NOTICE_SECRET = "the notices' secret";

function openSandboxProvider(): Provider {
  return {
    name: "sandbox",
    open: openSandbox,
    act: actAtSandbox,
    notice: (app, ref, forged) => {
      const id = `evt_${randomUUID()}`;
      const body = JSON.stringify({ id, ref });
      const at = Math.floor(app.clock.now().getTime() / 1000);
      const secret = forged ? "another secret" : sandboxSecret(app.config.appSecret);
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": String(at),
        "webhook-signature": sign(secret, id, at, body),
      };
      return { raw: Buffer.from(body), headers, secret: null };
    },
    close: async () => {},
  };
}

async function actAtSandbox(app: Resources, ref: string, what: Act): Promise<void> {
  const set = (values: string) => app.db.raw(`update sandbox_payments set ${values} where ref = $1`, [ref]);
  // Not through its page: a provider may confirm a payment that was given up.
  if (what === "pay" || what === "debit_paid") await set("status = 'paid', fail_code = null");
  else if (what === "expire") await set("status = 'failed', fail_code = 'expired'");
  else if (what === "challenge") await decidePayment(app, ref, { status: "challenge" });
  else if (what === "approve") await decidePayment(app, ref, { status: "paid" });
  else if (what === "decline" || what === "debit_returned")
    await decidePayment(app, ref, { status: "failed", failCode: "declined" });
  else if (what === "deny") await decidePayment(app, ref, { status: "failed", failCode: "authentication_failed" });
  else if (what === "cancel") await decidePayment(app, ref, { status: "cancelled" });
  else if (what !== "finish_refund") await applyAftermath(app, ref, what);
}

async function openStripeProvider(): Promise<Provider> {
  const double = await openStripeDouble();
  const options = { secretKey: STRIPE_KEY, webhookSecret: STRIPE_SECRET, apiUrl: double.url };
  return {
    name: "stripe",
    open: () => openStripe(options),
    act: (_app, ref, what) => double.act(ref, what),
    notice: (app, ref, forged) =>
      double.notice(ref, forged ? "whsec_another" : STRIPE_SECRET, Math.floor(app.clock.now().getTime() / 1000)),
    close: double.close,
  };
}

async function openMollieProvider(): Promise<Provider> {
  const double = await openMollieDouble(NOTICE_SECRET);
  const options = { apiKey: MOLLIE_KEY, noticeSecret: NOTICE_SECRET, apiUrl: double.url };
  return {
    name: "mollie",
    open: () => openMollie(options),
    act: (_app, ref, what) => double.act(ref, what),
    notice: (_app, ref, forged) => double.notice(ref, forged ? "another secret" : NOTICE_SECRET),
    close: double.close,
  };
}

export const PROVIDERS: Record<ProviderName, () => Promise<Provider>> = {
  sandbox: async () => openSandboxProvider(),
  stripe: openStripeProvider,
  mollie: openMollieProvider,
};
