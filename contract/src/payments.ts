/** Orders and their payment (§4 Payment, §8; product.md 7). */
import * as z from "zod/mini";
import { PAYMENT_METHODS, TIERS } from "./credits.ts";
import { endpoint } from "./endpoint.ts";
import { money, nothing, text, time } from "./fields.ts";
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
});
export type Transaction = z.output<typeof Transaction>;

export const PaymentApi = {
  start: endpoint({
    method: "POST",
    path: "/api/payment.php",
    summary: "Order a bundle; answers where to pay. The same Idempotency-Key again is the same order",
    body: z.strictObject({
      bundle: z.enum(TIERS),
      paymentmethod: z.enum(PAYMENT_METHODS),
      discountcode: z.optional(text(0, 40)),
    }),
    status: 201,
    answer: z.object({ transaction: Transaction, redirect: z.nullable(z.string()) }),
  }),
  read: endpoint({
    method: "GET",
    path: "/api/payment.php",
    summary: "An order of one's own",
    query: z.strictObject({ id: idOf("transaction") }),
    /** `first`: the purchase that made the member premium. */
    answer: z.object({ transaction: Transaction, first: z.boolean() }),
  }),
  cancel: endpoint({
    method: "DELETE",
    path: "/api/payment.php",
    summary: "Give an unpaid order up",
    body: z.strictObject({ id: idOf("transaction") }),
    answer: z.object({ transaction: Transaction }),
  }),
  webhook: endpoint({
    method: "POST",
    path: "/api/webhook.php",
    summary: "The payment provider's notice; signed, repeatable, in any order",
    query: z.strictObject({ provider: z.enum(["sandbox"]) }),
    body: z.strictObject({ id: text(1, 100), ref: text(1, 100) }),
    answer: nothing,
  }),
};

/** A change of the balance, as the ledger has it. */
export const Movement = z.object({
  kind: z.enum(["message", "purchase", "bonus", "refund", "photo", "gift"]),
  amount: z.int(),
  balance_after: z.int(),
  created_at: time,
});

export const TransactionsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/transactions.php",
    summary: "One's orders and credit movements, the newest first",
    query: z.strictObject({ before: z.optional(idOf("transaction")) }),
    answer: z.object({ transactions: z.array(Transaction), movements: z.array(Movement) }),
  }),
};
