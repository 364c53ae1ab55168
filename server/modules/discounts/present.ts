/** A discount that works → the shape of §3 Discount code. */
import type { DiscountCode } from "@serenade/contract/discounts";
import type { Opened } from "@serenade/contract/ids";

export const presentDiscount = (
  discount: { code: string; percent: number; expires: string },
  member: number,
): Opened<DiscountCode> => ({
  code: discount.code,
  country: null,
  user_id: member,
  expires: discount.expires,
  value_percentage: discount.percent,
  currency: null,
  minimum_order_value: 0,
  status: "active",
  validity: "once-per-user",
  expired: false,
  paymentmethods: null,
});
