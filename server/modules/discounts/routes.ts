/** Discount codes (§3, §4 Time bonus, §9). The welcome bonus is computed from the sign-up: it ends when it says, for good. */
import { DiscountApi } from "@serenade/contract/discounts";
import { WELCOME_CODE, WELCOME_PERCENT, WELCOME_WINDOW_SECONDS } from "@serenade/contract/limits";
import { type Call, type Member, on } from "../../kernel/door.ts";
import { found, Refusal } from "../../kernel/refusal.ts";
import { welcomeEnds } from "./queries.ts";

const CODES = { name: "codes", points: 20, seconds: 600, whenDown: "closed" } as const;

export const discountRoutes = [on(DiscountApi.read, "member", discount, { limit: CODES })];

async function discount({ db, site, member, query, clock }: Call<typeof DiscountApi.read, Member>) {
  const asked = query.welcome ? WELCOME_CODE : query.code?.toUpperCase();
  if (asked !== WELCOME_CODE) throw new Refusal("code_not_found");
  if (member.premium) throw new Refusal("code_used");
  const expires = found(await welcomeEnds(db, site.id, member.id, WELCOME_WINDOW_SECONDS), "code_not_found");
  if (Date.parse(expires) <= clock.now().getTime()) throw new Refusal("code_not_found");
  return {
    code: WELCOME_CODE,
    country: null,
    user_id: member.id,
    expires,
    value_percentage: WELCOME_PERCENT,
    currency: null,
    minimum_order_value: 0,
    status: "active" as const,
    validity: "once-per-user" as const,
    expired: false,
    paymentmethods: null,
  };
}
