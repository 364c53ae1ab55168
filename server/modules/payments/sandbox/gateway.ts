/** The sandbox behind the provider port. It moves no money; production refuses it (kernel/config.ts). */
import { hkdfSync } from "node:crypto";
import { isoTime } from "../../../kernel/db/db.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { type PaymentGateway, ProviderError, type ProviderPayment } from "../gateway.ts";
import {
  findInstrument,
  forgetInstrument,
  forgetInstruments,
  listChargebacks,
  listRefunds,
  refundPayment,
} from "./aftermath/commands.ts";
import { decidePayment, findPayment, openPayment } from "./commands.ts";
import { isSigned, TEST_IBANS } from "./rules.ts";
import type { SandboxPayment } from "./tables.ts";

export const sandboxSecret = (appSecret: string): string =>
  Buffer.from(hkdfSync("sha256", appSecret, "", "sandbox webhooks", 32)).toString("base64");

export function openSandbox(app: Resources): PaymentGateway {
  const secret = sandboxSecret(app.config.appSecret);
  const pageOf = (ref: string, returnUrl: string) => new URL(`/sandbox/pay/${ref}`, returnUrl).href;
  return {
    name: "sandbox",
    methods: async () => null,
    createCustomer: async (key) => `sbm_${key}`,
    create: async (request) => {
      const { ref } = await openPayment(app, request);
      return { ref, redirect: pageOf(ref, request.returnUrl) };
    },
    repeat: async (request, token) => {
      const instrument = request.customer && (await findInstrument(app, request.customer, token));
      if (!instrument) throw new ProviderError("refused", "Sandbox: no such card or account");
      const { ref, status } = await openPayment(app, request, { instrument: token });
      const { outcome } = instrument;
      const undecided = status === "open";
      if (undecided && outcome === "declined")
        await decidePayment(app, ref, { status: "failed", failCode: "declined" });
      else if (undecided) await decidePayment(app, ref, { status: outcome === "paid" ? "paid" : "challenge" });
      return { ref, redirect: outcome === "challenge" ? pageOf(ref, request.returnUrl) : null };
    },
    debit: async (request, { iban }) => {
      const outcome = TEST_IBANS[iban] ?? "paid";
      if (outcome === "blocked") throw new ProviderError("refused", "Sandbox: the account is blocked");
      return { ref: (await openPayment(app, request, { status: "processing", debitOutcome: outcome })).ref };
    },
    fetch: async (ref) => {
      const payment = await findPayment(app, ref);
      return payment && seenFromOutside(app, payment);
    },
    cancel: async (ref) => void (await decidePayment(app, ref, { status: "cancelled" })),
    refund: async (ref, { key, amount }) => {
      const refund = await refundPayment(app, ref, { key, amount });
      return { ref: refund.ref, key, amount: refund.amount, status: refund.status };
    },
    forget: (customer, token) => forgetInstrument(app, customer, token),
    forgetCustomer: (customer) => forgetInstruments(app, customer),
    notice: (raw, headers, _secret, now) => {
      const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature } = headers;
      if (!isSigned(secret, { id, timestamp, signature }, raw, now)) return null;
      const notice = JSON.parse(raw.toString("utf8")) as { id: string; ref: string };
      return notice.id === id ? notice : null;
    },
  };
}

const STATUSES = {
  open: "pending",
  challenge: "pending",
  processing: "pending",
  paid: "completed",
  failed: "failed",
  cancelled: "cancelled",
} as const;

async function seenFromOutside(app: Resources, payment: SandboxPayment): Promise<ProviderPayment> {
  const { ref, status, fail_code, amount, currency, card_fingerprint, customer, store, instrument } = payment;
  const [refunds, chargebacks, stored] = await Promise.all([
    listRefunds(app, ref),
    listChargebacks(app, ref),
    store && instrument && customer ? findInstrument(app, customer, instrument) : null,
  ]);
  return {
    ref,
    alias: null,
    status: STATUSES[status],
    payerActed: status !== "open" && status !== "challenge",
    failCode: fail_code,
    amount,
    currency,
    fingerprint: card_fingerprint,
    country: null,
    instrument: stored && {
      token: stored.token,
      kind: stored.kind,
      brand: stored.brand,
      last4: stored.last4,
      expMonth: stored.exp_month,
      expYear: stored.exp_year,
    },
    refunds: refunds.map(({ ref, client_key, amount, status }) => ({ ref, key: client_key, amount, status })),
    chargebacks: chargebacks.map(({ due_by, ...back }) => ({ ...back, dueBy: due_by && isoTime(due_by) })),
  };
}
