/** Orders and their payment (§4 Payment, §8; product.md 7). */
import * as z from "zod/mini";
import { PAYMENT_METHODS, TIERS } from "./credits.ts";
import { endpoint } from "./endpoint.ts";
import { address, money, nothing, proof, text, time } from "./fields.ts";
import { idOf } from "./ids.ts";

export const PAYMENT_STATUSES = ["loading", "pending", "completed", "failed", "cancelled", "refunded"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const FAIL_CODES = [
  "declined",
  "insufficient_funds",
  "expired_card",
  "authentication_failed",
  "expired",
  "provider_error",
] as const;
export type FailCode = (typeof FAIL_CODES)[number];

export const Transaction = z.object({
  id: idOf("transaction"),
  status: z.enum(PAYMENT_STATUSES),
  tier: z.enum(TIERS),
  credits: z.int(),
  total: money,
  paymentmethod: z.enum(PAYMENT_METHODS),
  created_at: time,
  fail_code: z.nullable(z.enum(FAIL_CODES)),
  /** The code that was used, and what it took off. */
  discount: z.nullable(z.object({ code: z.string(), off: money })),
  /** What was refunded so far. */
  refunded: money,
  /** What the payer's bank took back, and was not won back. */
  charged_back: money,
  /** Charged to a stored card or PayPal account. */
  stored_method: z.boolean(),
  /** The provider's page, where the payer still has to pay or to approve. */
  continue_at: z.nullable(z.string()),
});
export type Transaction = z.output<typeof Transaction>;

export const Receipt = z.object({
  /** "2026-000123": unique for its company. */
  number: z.string(),
  issued_at: time,
  /** Without the tax; negative on the correction after a refund. */
  net: money,
  vat: money,
  /** Percent; 0 where the country has no value added tax. */
  vat_rate: z.number(),
  vat_country: z.string(),
  credits: z.int(),
  credits_before: z.int(),
  credits_after: z.int(),
  refund: z.boolean(),
});
export type Receipt = z.output<typeof Receipt>;

export const OrderForm = z.strictObject({
  bundle: z.enum(TIERS),
  paymentmethod: z.enum(PAYMENT_METHODS),
  discountcode: z.optional(text(0, 40)),
  /** Keep the card or PayPal account at the provider for repeat orders. */
  store: z.optional(z.boolean()),
  /** After two declined payments (428 proof_required). */
  proof,
});

export const RepeatOrderForm = z.strictObject({
  bundle: z.enum(TIERS),
  instrument: idOf("instrument"),
  discountcode: z.optional(text(0, 40)),
  proof,
});

/** The order's number, from the receipt, and the account's address. */
export const WithdrawalForm = z.strictObject({ email: address("email"), order: idOf("transaction") });

export const PaymentApi = {
  start: endpoint({
    method: "POST",
    path: "/api/payment.php",
    summary: "Order a bundle; answers with the payment address. The same Idempotency-Key again is the same order",
    body: OrderForm,
    status: 201,
    answer: z.object({ transaction: Transaction, redirect: z.nullable(z.string()) }),
  }),
  repeat: endpoint({
    method: "POST",
    path: "/api/repeat-order.php",
    summary: "Order a bundle with a stored card or PayPal account; `redirect` when the bank asks for approval",
    body: RepeatOrderForm,
    status: 201,
    answer: z.object({ transaction: Transaction, redirect: z.nullable(z.string()) }),
  }),
  read: endpoint({
    method: "GET",
    path: "/api/payment.php",
    summary: "An order of the caller",
    query: z.strictObject({ id: idOf("transaction") }),
    /** `first`: the purchase that made the member premium. */
    /** `unanswered`: the provider could not be asked, the state is the last one known. */
    answer: z.object({
      transaction: Transaction,
      first: z.boolean(),
      receipts: z.array(Receipt),
      unanswered: z.boolean(),
      /** The caller's credits, with those of this order. */
      balance: z.int(),
    }),
  }),
  receipt: endpoint({
    method: "GET",
    path: "/api/receipt.php",
    summary: "The receipt of an order of one's own as a PDF; with `number` that of a refund",
    query: z.strictObject({ id: idOf("transaction"), number: z.optional(text(1, 20)) }),
    answer: nothing,
  }),
  cancel: endpoint({
    method: "DELETE",
    path: "/api/payment.php",
    summary: "Cancel an unpaid order",
    body: z.strictObject({ id: idOf("transaction") }),
    answer: z.object({ transaction: Transaction }),
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/withdrawal.php",
    summary: "Withdraw from a purchase: its unused credits are refunded pro rata, once",
    body: z.strictObject({ id: idOf("transaction") }),
    answer: z.object({ transaction: Transaction }),
  }),
  withdrawByNumber: endpoint({
    method: "POST",
    path: "/api/withdrawal.php",
    summary: "The same without a login: the order's number, from the receipt, and the account's email address",
    when: { by: "number" },
    query: z.strictObject({ by: z.literal("number") }),
    body: WithdrawalForm,
    answer: z.object({ refunded: money }),
  }),
  webhook: endpoint({
    method: "POST",
    path: "/api/webhook.php",
    summary: "The payment provider's notice; signed, repeatable, in any order",
    query: z.strictObject({ provider: z.enum(["sandbox", "stripe", "mollie"]), secret: z.optional(text(1, 100)) }),
    /** Each provider has a shape of its own; the bytes are verified, and what counts is fetched. */
    form: true,
    answer: nothing,
  }),
};

export const StoredInstrument = z.object({
  id: idOf("instrument"),
  paymentmethod: z.enum(["card", "paypal"]),
  /** "Visa •••• 4242". */
  label: z.string(),
  /** "08/29". */
  expires: z.nullable(z.string()),
  expired: z.boolean(),
});
export type StoredInstrument = z.output<typeof StoredInstrument>;

export const InstrumentsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/stored-methods.php",
    summary: "The caller's cards and PayPal accounts that the provider keeps, the one used last first",
    answer: z.object({ instruments: z.array(StoredInstrument) }),
  }),
  forget: endpoint({
    method: "DELETE",
    path: "/api/stored-methods.php",
    summary: "Forget a stored card or PayPal account, here and at the provider",
    body: z.strictObject({ id: idOf("instrument") }),
    answer: nothing,
  }),
};

export const TransactionsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/transactions.php",
    summary: "One's orders, the newest first",
    query: z.strictObject({ before: z.optional(idOf("transaction")) }),
    answer: z.object({ transactions: z.array(Transaction) }),
  }),
};
