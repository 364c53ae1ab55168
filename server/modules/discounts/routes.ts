/** Discount codes (§3, §4 Time bonus, §9). The welcome bonus is computed from the sign-up: it ends at its displayed time and cannot be renewed. */
import { DiscountApi } from "@serenade/contract/discounts";
import { WELCOME_CODE } from "@serenade/contract/limits";
import { type Call, type Member, on } from "../../kernel/dispatch.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { presentDiscount } from "./present.ts";
import { findDiscount } from "./queries.ts";

const CODES = { name: "codes", points: 20, seconds: 600, whenDown: "closed" } as const;

export const discountRoutes = [on(DiscountApi.read, "member", discount, { limit: CODES })];

async function discount({ db, site, member, query, clock }: Call<typeof DiscountApi.read, Member>) {
  const asked = query.welcome ? WELCOME_CODE : (query.code ?? "");
  const found = await findDiscount(db, site.id, member.id, asked, clock.iso());
  if (found.status === "used") throw new Refusal("code_used");
  if (found.status === "none") throw new Refusal("code_not_found");
  return presentDiscount(found, member.id, clock.now());
}
