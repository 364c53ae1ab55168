/**
 * The port that every payment provider fits. Amounts are integer minor units. Nothing here decides the state of an order:
 * a notice only triggers a `fetch`, whose answer counts.
 */
import type { PaymentMethod } from "@serenade/contract/credits";
import type { FailCode } from "@serenade/contract/payments";

export type ProviderName = "sandbox" | "stripe" | "mollie";

/** Computed once and stored with the order: a repeated attempt sends the same request under the same key. */
export interface PaymentRequest {
  /** Idempotency key. */
  key: string;
  /** The order as its owner knows it; comes back in the provider's notices. */
  order: string;
  amount: number;
  currency: string;
  description: string;
  paymentmethod: PaymentMethod;
  locale: string;
  /** Where the provider sends the payer back to. */
  returnUrl: string;
  /** Where the provider sends its notices to. */
  webhookUrl: string;
  /** ISO 8601: the payment can no longer be made. */
  expiresAt: string;
  /** The provider's customer, if there is one. */
  customer: string | null;
  /** Store the card or account for repeat orders; needs `customer`. */
  store: boolean;
}

/** A card or account that the provider stores for repeat orders. */
export interface Instrument {
  token: string;
  kind: "card" | "paypal";
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
}

/** The payer's consent to one SEPA direct debit. */
export interface DebitMandate {
  holder: string;
  iban: string;
  email: string;
  /** Ours; unique. */
  reference: string;
  /** ISO 8601. */
  signedAt: string;
  address: string;
  userAgent: string;
}

export interface ProviderRefund {
  ref: string;
  /** Our key, if the refund was made by us. */
  key: string | null;
  amount: number;
  /** `failed` may come days after `pending`. */
  status: "pending" | "completed" | "failed";
}

export interface Chargeback {
  ref: string;
  amount: number;
  reason: string;
  /** `won`: the money was returned. */
  status: "open" | "won" | "lost";
  /** ISO 8601: evidence is due. */
  dueBy: string | null;
}

export interface ProviderPayment {
  ref: string;
  /** Another id of the same payment, which notices use. */
  alias: string | null;
  status: "pending" | "completed" | "failed" | "cancelled";
  /** The payer has done their part: while it is pending, the bank has to answer. */
  payerActed: boolean;
  failCode: FailCode | null;
  amount: number;
  currency: string;
  /** The provider's fingerprint of the card or account; null where it has none. */
  fingerprint: string | null;
  /** ISO 3166 country of the card or account. */
  country: string | null;
  /** Stored, if the request wanted it. */
  instrument: Instrument | null;
  refunds: ProviderRefund[];
  chargebacks: Chargeback[];
}

export interface ProviderNotice {
  /** The provider's own id of the notice, or one derived from its content. */
  id: string;
  ref: string;
}

export interface PaymentGateway {
  name: ProviderName;
  /** Those of our methods that the provider's account offers here; null when the provider does not list them. */
  methods(where: { country: string; currency: string; amount: number }): Promise<PaymentMethod[] | null>;
  /** Creates the provider's customer for the member, under a pseudonym. */
  createCustomer(key: string): Promise<string>;
  /** Opens a payment; returns its reference and the payment page. */
  create(request: PaymentRequest): Promise<{ ref: string; redirect: string }>;
  /** Charges a stored instrument for a member who is present; `redirect` when the bank requires approval. */
  repeat(request: PaymentRequest, instrument: string): Promise<{ ref: string; redirect: string | null }>;
  /** A SEPA direct debit; it takes days until `fetch` says `completed`. */
  debit(request: PaymentRequest, mandate: DebitMandate): Promise<{ ref: string }>;
  fetch(ref: string): Promise<ProviderPayment | null>;
  /** Closes an unpaid payment; no effect when it is closed or paid already. */
  cancel(ref: string): Promise<void>;
  /** Idempotent by key. */
  refund(ref: string, refund: { key: string; amount: number; currency: string }): Promise<ProviderRefund>;
  /** Deletes a stored instrument; idempotent. */
  forget(customer: string, instrument: string): Promise<void>;
  /** Deletes the customer and every stored instrument. */
  forgetCustomer(customer: string): Promise<void>;
  /** The content of a notice, or null when it is not the provider's. `secret` is the part of the address that only the provider knows. */
  notice(
    raw: Buffer,
    headers: Record<string, string | undefined>,
    secret: string | null,
    now: Date,
  ): ProviderNotice | null;
}

/** A failed call to a provider. */
export class ProviderError extends Error {
  /** `unavailable`: retry with the same key. `refused`: the request itself is wrong. */
  readonly kind: "unavailable" | "refused";
  constructor(kind: "unavailable" | "refused", message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
