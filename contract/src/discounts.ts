/** Discount codes (§3 Discount code, §4 Time bonus, §9). */
import * as z from "zod/mini";
import { PAYMENT_METHODS } from "./credits.ts";
import { endpoint } from "./endpoint.ts";
import { text, time } from "./fields.ts";
import { idOf } from "./ids.ts";

export const DiscountCode = z.object({
  code: z.string(),
  country: z.nullable(z.string()),
  user_id: z.nullable(idOf("member")),
  expires: time,
  value_percentage: z.int(),
  currency: z.nullable(z.string()),
  minimum_order_value: z.int(),
  status: z.enum(["active", "disabled"]),
  validity: z.enum(["once-per-user"]),
  expired: z.boolean(),
  paymentmethods: z.nullable(z.array(z.enum(PAYMENT_METHODS))),
});
export type DiscountCode = z.output<typeof DiscountCode>;

export const DiscountApi = {
  read: endpoint({
    method: "GET",
    path: "/api/discountcode.php",
    summary: "A discount code by name, or the caller's welcome bonus with welcome=true",
    /** A page passes on the query of its own address (§7); what is not named here has no effect. */
    query: z.looseObject({ code: z.optional(text(1, 40)), welcome: z.optional(z.literal("true")) }),
    answer: DiscountCode,
  }),
};
