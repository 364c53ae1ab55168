/**
 * Mollie behind the provider port, by plain calls: its package refuses answers that lack an optional field although the payment
 * exists. Its notices are unsigned; the path they are sent to contains a secret, and the state is fetched.
 */
import { timingSafeEqual } from "node:crypto";
import type { PaymentMethod } from "@serenade/contract/credits";
import * as z from "zod";
import {
  type Instrument,
  type PaymentGateway,
  type PaymentRequest,
  ProviderError,
  type ProviderPayment,
} from "../gateway.ts";
import { amountText, failCodeOf, localeOf, METHODS, minorUnits, refundStatus, statusOf } from "./rules.ts";

export interface MollieOptions {
  apiKey: string;
  /** Part of the address of its notices. */
  noticeSecret: string;
  apiUrl: string | null;
}

const API = "https://api.mollie.com";
const TIMEOUT_MS = 10_000;
const DESCRIPTION_LENGTH = 255;
const STORABLE = new Set<PaymentMethod>(["card", "paypal"]);

const Amount = z.object({ value: z.string(), currency: z.string() });
const Refund = z.object({
  id: z.string(),
  amount: Amount,
  status: z.string(),
  metadata: z.looseObject({ refund: z.string().nullish() }).nullish(),
});
const Chargeback = z.object({
  id: z.string(),
  amount: Amount,
  reason: z.looseObject({ code: z.string().nullish(), description: z.string().nullish() }).nullish(),
  reversedAt: z.string().nullish(),
});
const Details = z.looseObject({
  failureReason: z.string().nullish(),
  cardFingerprint: z.string().nullish(),
  cardLabel: z.string().nullish(),
  cardNumber: z.string().nullish(),
  cardCountryCode: z.string().nullish(),
  cardExpiryDate: z.string().nullish(),
});
/** Only the fields that are read; others may be present, missing or null. */
const Payment = z.object({
  id: z.string(),
  status: z.string(),
  amount: Amount,
  method: z.string().nullish(),
  mandateId: z.string().nullish(),
  sequenceType: z.string().nullish(),
  countryCode: z.string().nullish(),
  details: Details.nullish(),
  _links: z.looseObject({ checkout: z.object({ href: z.string() }).nullish() }).nullish(),
  _embedded: z
    .looseObject({ refunds: z.array(Refund).nullish(), chargebacks: z.array(Chargeback).nullish() })
    .nullish(),
});
const Created = z.object({ id: z.string() });
const Methods = z.object({ _embedded: z.object({ methods: z.array(z.looseObject({ id: z.string() })) }) });

export function openMollie({ apiKey, noticeSecret, apiUrl }: MollieOptions): PaymentGateway {
  const call = caller(apiUrl ?? API, apiKey);
  const charge = async (body: object, key: string) => call("POST", "/v2/payments", Payment, { body, key });
  return {
    name: "mollie",
    methods: async ({ country, currency, amount }) => {
      const query = new URLSearchParams({
        "amount[value]": amountText(amount),
        "amount[currency]": currency,
        billingCountry: country,
      });
      const listed = async (sequence: string) =>
        (await call("GET", `/v2/methods?${query}&sequenceType=${sequence}`, Methods))._embedded.methods;
      // a direct debit is a recurring payment, and listed as one only
      const [once, recurring] = await Promise.all([listed("oneoff"), listed("recurring")]);
      const debits = recurring.filter(({ id }) => id === METHODS.directdebit);
      const offered = new Set([...once, ...debits].map(({ id }) => id));
      return (Object.keys(METHODS) as PaymentMethod[]).filter((method) => offered.has(METHODS[method]));
    },
    createCustomer: async (key) =>
      (await call("POST", "/v2/customers", Created, { body: { name: key, metadata: { member: key } }, key })).id,
    create: async (request) => {
      const store = request.store && request.customer !== null && STORABLE.has(request.paymentmethod);
      const body = {
        ...paymentOf(request),
        method: METHODS[request.paymentmethod],
        redirectUrl: request.returnUrl,
        cancelUrl: request.returnUrl,
        sequenceType: store ? "first" : "oneoff",
      };
      const payment = await charge(body, request.key);
      const redirect = payment._links?.checkout?.href;
      if (!redirect) throw new ProviderError("refused", `Mollie: ${payment.id} has no page to pay on`);
      return { ref: payment.id, redirect };
    },
    repeat: async (request, instrument) => {
      const body = { ...paymentOf(request), sequenceType: "recurring", mandateId: instrument };
      const payment = await charge(body, request.key);
      return { ref: payment.id, redirect: payment._links?.checkout?.href ?? null };
    },
    debit: async (request, { holder, iban, reference, signedAt }) => {
      const mandate = await call("POST", `/v2/customers/${request.customer}/mandates`, Created, {
        body: {
          method: "directdebit",
          consumerName: holder,
          consumerAccount: iban,
          signatureDate: signedAt.slice(0, 10),
          mandateReference: reference,
        },
        key: `${request.key}:mandate`,
      });
      const body = {
        ...paymentOf(request),
        method: "directdebit",
        sequenceType: "recurring",
        mandateId: mandate.id,
      };
      return { ref: (await charge(body, request.key)).id };
    },
    fetch: async (ref) => {
      const payment = await call(
        "GET",
        `/v2/payments/${encodeURIComponent(ref)}?embed=refunds,chargebacks`,
        Payment,
      ).catch(notThere);
      return payment && paymentSeen(payment);
    },
    cancel: async (ref) =>
      void (await call("DELETE", `/v2/payments/${encodeURIComponent(ref)}`, z.unknown()).catch(alreadyClosed)),
    refund: async (ref, { key, amount, currency }) => {
      const body = {
        amount: { value: amountText(amount), currency },
        description: "Refund",
        metadata: { refund: key },
      };
      const refund = await call("POST", `/v2/payments/${encodeURIComponent(ref)}/refunds`, Refund, { body, key });
      return { ref: refund.id, key, amount: minorUnits(refund.amount.value), status: refundStatus(refund.status) };
    },
    forget: async (customer, instrument) =>
      void (await call("DELETE", `/v2/customers/${customer}/mandates/${instrument}`, z.unknown()).catch(alreadyClosed)),
    forgetCustomer: async (customer) =>
      void (await call("DELETE", `/v2/customers/${customer}`, z.unknown()).catch(alreadyClosed)),
    notice: (raw, _headers, secret) => {
      if (!secret || !isSame(secret, noticeSecret)) return null;
      const ref = new URLSearchParams(raw.toString("utf8")).get("id") ?? "";
      return /^tr_\w{1,60}$/.test(ref) ? { id: ref, ref } : null;
    },
  };
}

const paymentOf = (request: PaymentRequest) => ({
  amount: { value: amountText(request.amount), currency: request.currency },
  description: request.description.slice(0, DESCRIPTION_LENGTH),
  webhookUrl: request.webhookUrl,
  locale: localeOf(request.locale),
  metadata: { order: request.order },
  ...(request.customer && { customerId: request.customer }),
});

function paymentSeen(payment: z.output<typeof Payment>): ProviderPayment {
  const { id, amount, details, countryCode, _embedded } = payment;
  const status = statusOf(payment.status);
  return {
    ref: id,
    alias: null,
    status,
    payerActed: payment.status !== "open",
    failCode: status === "failed" ? failCodeOf(details?.failureReason) : null,
    amount: minorUnits(amount.value),
    currency: amount.currency,
    fingerprint: details?.cardFingerprint ?? null,
    country: details?.cardCountryCode ?? countryCode ?? null,
    instrument: status === "completed" && payment.sequenceType === "first" ? instrumentOf(payment) : null,
    refunds: (_embedded?.refunds ?? []).map((refund) => ({
      ref: refund.id,
      key: refund.metadata?.refund ?? null,
      amount: minorUnits(refund.amount.value),
      status: refundStatus(refund.status),
    })),
    chargebacks: (_embedded?.chargebacks ?? []).map((back) => ({
      ref: back.id,
      amount: Math.abs(minorUnits(back.amount.value)),
      reason: back.reason?.code ?? back.reason?.description ?? "unknown",
      status: back.reversedAt ? "won" : "open",
      dueBy: null,
    })),
  };
}

function instrumentOf({ mandateId, method, details }: z.output<typeof Payment>): Instrument | null {
  if (!mandateId) return null;
  if (method === "paypal")
    return { token: mandateId, kind: "paypal", brand: null, last4: null, expMonth: null, expYear: null };
  const [year, month] = (details?.cardExpiryDate ?? "").split("-").map(Number);
  return {
    token: mandateId,
    kind: "card",
    brand: details?.cardLabel ?? null,
    last4: details?.cardNumber?.slice(-4) ?? null,
    expMonth: month || null,
    expYear: year || null,
  };
}

type Call = <T>(method: string, path: string, answer: z.ZodType<T>, sent?: { body: object; key: string }) => Promise<T>;

/** A failed call with Mollie's status. */
class MollieError extends ProviderError {
  readonly status: number;
  constructor(kind: "unavailable" | "refused", status: number, message: string) {
    super(kind, `Mollie: ${message}`);
    this.status = status;
  }
}

function caller(api: string, apiKey: string): Call {
  return async (method, path, schema, sent) => {
    const response = await fetch(api + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(sent && { "content-type": "application/json", "idempotency-key": sent.key }),
      },
      ...(sent && { body: JSON.stringify(sent.body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "error",
    }).catch((error: Error) => {
      throw new MollieError("unavailable", 0, error.message);
    });
    const text = await response.text().catch(() => "");
    const answer = text === "" ? null : parse(text);
    if (answer === undefined) throw new MollieError("unavailable", response.status, "an answer that is no JSON");
    if (!response.ok) {
      const { status } = response;
      const kind = status === 429 || status === 408 || status >= 500 ? "unavailable" : "refused";
      throw new MollieError(kind, status, (answer as { detail?: string } | null)?.detail ?? `status ${status}`);
    }
    const checked = schema.safeParse(answer);
    if (!checked.success) throw new MollieError("unavailable", response.status, z.prettifyError(checked.error));
    return checked.data;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function notThere(error: unknown): null {
  if (error instanceof MollieError && (error.status === 404 || error.status === 410)) return null;
  throw error;
}

/** Closed, paid or deleted already: nothing to do. */
function alreadyClosed(error: unknown): void {
  if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
}
