/**
 * The port that every payment provider fits. Amounts are integer minor units. Nothing here decides what an order becomes:
 * a notice only says "look again", and what `fetch` answers is what counts.
 */
import type { PaymentMethod } from "@serenade/contract/credits";
import type { FailCode } from "@serenade/contract/payments";

export type ProviderName = "sandbox" | "stripe" | "mollie";

/** Computed once and stored with the order: an attempt that is repeated sends the same under the same key. */
export interface PaymentRequest {
  /** The same key again is the same payment. */
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
  /** ISO 8601: nobody can pay any more. */
  expiresAt: string;
  /** The member at the provider, where one was made. */
  customer: string | null;
  /** Keep the card or account for repeat orders; needs `customer`. */
  store: boolean;
}

/** A card or account that the provider keeps for repeat orders. */
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
  /** Ours, where the refund was made by us. */
  key: string | null;
  amount: number;
  /** `failed` may come days after `pending`. */
  status: "pending" | "completed" | "failed";
}

export interface Chargeback {
  ref: string;
  amount: number;
  reason: string;
  /** `won`: the money is back. */
  status: "open" | "won" | "lost";
  /** ISO 8601: evidence is due. */
  dueBy: string | null;
}

export interface ProviderPayment {
  ref: string;
  /** Another id by which notices name the same payment. */
  alias: string | null;
  status: "pending" | "completed" | "failed" | "cancelled";
  /** The payer has done their part: while it is pending, the bank has to answer. */
  payerActed: boolean;
  failCode: FailCode | null;
  amount: number;
  currency: string;
  /** The provider's own sign of the card or account that was tried, the same for the same card; null where it has none. */
  fingerprint: string | null;
  /** ISO 3166 country of the card or account. */
  country: string | null;
  /** Stored, when the request asked for it. */
  instrument: Instrument | null;
  refunds: ProviderRefund[];
  chargebacks: Chargeback[];
}

export interface ProviderNotice {
  /** The provider's own id of the notice, or one that is the same for the same news. */
  id: string;
  ref: string;
}

export interface PaymentGateway {
  name: ProviderName;
  /** Of ours, those that the provider's account offers here; null when the provider does not say. */
  methods(where: { country: string; currency: string; amount: number }): Promise<PaymentMethod[] | null>;
  /** Makes the member known to the provider, under a name that says nothing about the person. */
  createCustomer(key: string): Promise<string>;
  /** Opens a payment; answers its reference and the page where it is paid. */
  create(request: PaymentRequest): Promise<{ ref: string; redirect: string }>;
  /** Charges a stored instrument for a member who is present; `redirect` when the bank asks for approval. */
  repeat(request: PaymentRequest, instrument: string): Promise<{ ref: string; redirect: string | null }>;
  /** A SEPA direct debit; it takes days until `fetch` says `completed`. */
  debit(request: PaymentRequest, mandate: DebitMandate): Promise<{ ref: string }>;
  fetch(ref: string): Promise<ProviderPayment | null>;
  /** Closes an unpaid payment; nothing when it is closed or paid already. */
  cancel(ref: string): Promise<void>;
  /** The same key again is the same refund. */
  refund(ref: string, refund: { key: string; amount: number; currency: string }): Promise<ProviderRefund>;
  /** Forgets a stored instrument; nothing when it is forgotten already. */
  forget(customer: string, instrument: string): Promise<void>;
  /** Forgets the member and every stored instrument. */
  forgetCustomer(customer: string): Promise<void>;
  /** What a notice says, or null when it is not the provider's. `secret` is the part of the address that only the provider knows. */
  notice(
    raw: Buffer,
    headers: Record<string, string | undefined>,
    secret: string | null,
    now: Date,
  ): ProviderNotice | null;
}

/** A provider that did not do what it was asked. */
export class ProviderError extends Error {
  /** `unavailable`: ask again with the same key. `refused`: the request itself is wrong. */
  readonly kind: "unavailable" | "refused";
  constructor(kind: "unavailable" | "refused", message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
