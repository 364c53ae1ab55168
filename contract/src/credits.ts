/** Credits and what they cost (§1, §9; product.md 2 and 7). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { money, time, unitPrice } from "./fields.ts";

export const TIERS = ["p0", "p1", "p2", "p3"] as const;
export const PAYMENT_METHODS = ["card", "paypal", "ideal", "bancontact"] as const;
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

export const CreditsApi = {
  read: endpoint({
    method: "GET",
    path: "/api/credits.php",
    summary: "The four bundles and the payment methods of the caller's country; the balance, 0 for a visitor",
    answer: z.object({
      balance: z.int(),
      bundles: z.array(Bundle),
      paymentmethods: z.array(z.enum(PAYMENT_METHODS)),
      /** A code of the member's own that works now. */
      discount: z.nullable(z.object({ code: z.string(), percent: z.int(), expires: time })),
      stored_method: z.nullable(z.object({ paymentmethod: z.enum(PAYMENT_METHODS), label: z.string() })),
    }),
  }),
};

/** What a percentage leaves of an amount in minor units; half a unit goes to the buyer, and something is always left. */
export const discounted = (amount: number, percent: number): number =>
  Math.max(1, Math.ceil((amount * (100 - percent)) / 100 - 0.5));
