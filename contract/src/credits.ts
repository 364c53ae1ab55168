/** Credits and prices (§1, §9; product.md 2 and 7). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { money, nothing, time, unitPrice, whole } from "./fields.ts";
import { idOf } from "./ids.ts";

export const TIERS = ["p0", "p1", "p2", "p3"] as const;
export const PAYMENT_METHODS = ["card", "paypal", "ideal", "bancontact", "directdebit"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const Bundle = z.object({
  tier: z.enum(TIERS),
  credits: z.int(),
  price: money,
  /** Price of one message in this bundle. */
  message_price: unitPrice,
  popular: z.boolean(),
});
export type Bundle = z.output<typeof Bundle>;

export const MOVEMENT_KINDS = [
  "message",
  "purchase",
  "bonus",
  "refund",
  "photo",
  "gift",
  "chargeback",
  "chargeback_won",
  "debt",
  "purchase_refund",
  "purchase_refund_failed",
] as const;

/** One change of a member's balance, as the ledger has it. */
export const Movement = z.object({
  /** Counts the member's movements from 1, without gaps. */
  number: z.int(),
  kind: z.enum(MOVEMENT_KINDS),
  /** Credits; negative when they left the member. */
  amount: z.int(),
  balance_after: z.int(),
  created_at: time,
  /** The purchase that it belongs to. */
  transaction: z.nullable(idOf("transaction")),
  /** The conversation whose message was paid for or refunded. */
  conversation: z.nullable(idOf("conversation")),
});
export type Movement = z.output<typeof Movement>;

export const CreditsApi = {
  history: endpoint({
    method: "GET",
    path: "/api/credit-history.php",
    summary: "Every movement of one's credits with its reason, the newest first",
    query: z.strictObject({ before: z.optional(whole(1, 999_999_999)) }),
    answer: z.object({ movements: z.array(Movement), debt: z.int(), older: z.boolean() }),
  }),
  export: endpoint({
    method: "GET",
    path: "/api/credit-history.php",
    summary: "The same, all of it, as a CSV file",
    when: { format: "csv" },
    query: z.strictObject({ format: z.literal("csv") }),
    answer: nothing,
  }),
  read: endpoint({
    method: "GET",
    path: "/api/credits.php",
    summary: "The four bundles and the payment methods of the caller's country; the balance, 0 for a visitor",
    answer: z.object({
      balance: z.int(),
      bundles: z.array(Bundle),
      paymentmethods: z.array(z.enum(PAYMENT_METHODS)),
      /** The discount that applies by itself: the time bonus, or a code of the member's own (§4). */
      discount: z.nullable(z.object({ code: z.string(), percent: z.int(), expires: time })),
      /** The stored card or PayPal account that was used last and can still be charged. */
      stored_method: z.nullable(
        z.object({ id: idOf("instrument"), paymentmethod: z.enum(["card", "paypal"]), label: z.string() }),
      ),
    }),
  }),
};

/** An amount in minor units less a percentage, rounded in the buyer's favour, and at least one unit. */
export const discounted = (amount: number, percent: number): number =>
  Math.max(1, Math.ceil((amount * (100 - percent)) / 100 - 0.5));

/** A price in minor units after a discount of either kind; at least 1 is left to pay. */
export const priceAfter = (price: number, { percent, amount }: { percent: number | null; amount: number | null }) =>
  percent === null ? Math.max(1, price - (amount ?? 0)) : discounted(price, percent);
