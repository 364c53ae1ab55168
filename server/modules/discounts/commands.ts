/** Codes of single members are created, used once, and released by an order that failed. */
import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { type CodeUse, eraseCampaignUses, randomCode, returnToCampaign, spendCampaign } from "./campaigns/commands.ts";
import type { CodeRow } from "./tables.ts";

const insertCode = write<
  { site: number; code: string; member: number; percent: number; now: string; expires: string },
  CodeRow
>(
  `insert into discount_codes (site_id, code, member_id, percent, created_at, expires_at) values ($site, $code, $member, $percent, $now, $expires)
   returning code, percent, expires_at`,
);
/** `fresh` is false when the same order has used it before. */
const insertUse = write<
  { site: number; code: string; member: number; order: number; amount: number; now: string },
  { fresh: boolean }
>(
  `insert into discount_uses (site_id, code, member_id, order_id, amount, at) values ($site, $code, $member, $order, $amount, $now)
   on conflict (site_id, code, member_id) do update set order_id = excluded.order_id
     where discount_uses.order_id = excluded.order_id
   returning xmax = 0 as fresh`,
);
const deleteUse = write<{ site: number; member: number; order: number }, { code: string; amount: number }>(
  "delete from discount_uses where site_id = $site and member_id = $member and order_id = $order returning code, amount",
);
const deleteCodes = write<{ site: number; member: number }>(
  "delete from discount_codes where site_id = $site and member_id = $member",
);
const deleteUses = write<{ site: number; member: number }>(
  "delete from discount_uses where site_id = $site and member_id = $member",
);

/** A code for one member, for a number of hours. */
export async function makeCode(
  app: Resources,
  tx: Transaction,
  {
    site,
    member,
    percent,
    hours,
    prefix,
  }: { site: number; member: number; percent: number; hours: number; prefix: string },
): Promise<CodeRow> {
  const { clock } = app;
  return (await tx.one(insertCode, {
    site,
    code: randomCode(prefix),
    member,
    percent,
    now: clock.iso(),
    expires: clock.in(hours * 3_600),
  }))!;
}

/**
 * Uses a code for an order; idempotent per order. The row's key enforces it: of two concurrent orders one gets the
 * discount, the other is refused.
 */
export async function spendCode(app: Resources, tx: Transaction, use: CodeUse & { order: number }): Promise<void> {
  const made = await tx.one(insertUse, { ...use, now: app.clock.iso() });
  if (!made) throw new Refusal("code_used", {}, { discountcode: "code_used" });
  if (made.fresh) await spendCampaign(tx, use);
}

/** The order failed or was canceled: the code is unused again. */
export async function returnCode(tx: Transaction, site: number, member: number, order: number): Promise<void> {
  const use = await tx.one(deleteUse, { site, member, order });
  if (use) await returnToCampaign(tx, { site, member, ...use });
}

export async function eraseDiscounts(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteCodes, { site, member });
  await tx.one(deleteUses, { site, member });
  await eraseCampaignUses(tx, site, member);
}
