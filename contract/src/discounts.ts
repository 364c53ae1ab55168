/** Discount codes (§3 Discount code, §4 Time bonus, §9). */
import * as z from "zod/mini";
import { PAYMENT_METHODS, type PaymentMethod } from "./credits.ts";
import { endpoint } from "./endpoint.ts";
import { text, time } from "./fields.ts";
import { idOf } from "./ids.ts";

export const DiscountCode = z.object({
  code: z.string(),
  country: z.nullable(z.string()),
  user_id: z.nullable(idOf("member")),
  expires: time,
  /** Until it expires, by the server's clock. */
  seconds_left: z.number(),
  /** 0 where `value_amount` says what is taken off. */
  value_percentage: z.int(),
  /** Taken off the price, in minor units of `currency`; null where it is a percentage. */
  value_amount: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  minimum_order_value: z.int(),
  status: z.enum(["active", "disabled"]),
  /** `once`: the code was generated for a single use. */
  validity: z.enum(["once-per-user", "once"]),
  expired: z.boolean(),
  paymentmethods: z.nullable(z.array(z.enum(PAYMENT_METHODS))),
});
export type DiscountCode = z.output<typeof DiscountCode>;

export const DiscountApi = {
  read: endpoint({
    method: "GET",
    path: "/api/discountcode.php",
    summary: "A discount code by name, or the caller's welcome bonus with welcome=true",
    /** A page forwards the query of its address (§7); other parameters have no effect. */
    query: z.looseObject({ code: z.optional(text(1, 40)), welcome: z.optional(z.literal("true")) }),
    answer: DiscountCode,
  }),
};

/** Why a discount is not for an order of this price and currency, paid this way; null when it is. */
export function misfitOf(
  discount: { currency: string | null; minimum: number; paymentmethods: readonly PaymentMethod[] | null },
  order: { price: number; currency: string; paymentmethod?: PaymentMethod },
): "code_not_found" | "code_minimum" | "code_method" | null {
  if (discount.currency && discount.currency !== order.currency) return "code_not_found";
  if (order.price < discount.minimum) return "code_minimum";
  const { paymentmethods } = discount;
  return paymentmethods && order.paymentmethod && !paymentmethods.includes(order.paymentmethod) ? "code_method" : null;
}
