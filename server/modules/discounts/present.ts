/** A valid discount → the shape of §3 Discount code. */
import type { DiscountCode } from "@serenade/contract/discounts";
import type { Decoded } from "@serenade/contract/ids";
import type { OpenDiscount } from "./queries.ts";

export const presentDiscount = (discount: OpenDiscount, member: number, now: Date): Decoded<DiscountCode> => ({
  code: discount.code,
  country: discount.country,
  user_id: discount.personal ? member : null,
  expires: discount.expires,
  seconds_left: Math.max(0, (Date.parse(discount.expires) - now.getTime()) / 1000),
  value_percentage: discount.percent ?? 0,
  value_amount: discount.amount,
  currency: discount.currency,
  minimum_order_value: discount.minimum_order,
  status: "active",
  validity: discount.single_use ? "once" : "once-per-user",
  expired: false,
  paymentmethods: discount.paymentmethods,
});
