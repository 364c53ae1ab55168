/** Codes of single members are made, used once, and given back by an order that came to nothing. */
import { randomInt } from "node:crypto";
import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import type { CodeRow } from "./tables.ts";

const insertCode = write<[number, string, number, number, string, string], CodeRow>(
  `insert into discount_codes (site_id, code, member_id, percent, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
   returning code, percent, expires_at`,
);
const insertUse = write<[number, string, number, number, string], { order_id: number }>(
  `insert into discount_uses (site_id, code, member_id, order_id, at) values ($1, $2, $3, $4, $5)
   on conflict (site_id, code, member_id) do update set order_id = excluded.order_id
     where discount_uses.order_id = excluded.order_id
   returning order_id`,
);
const deleteUse = write<[number, number, number]>(
  "delete from discount_uses where site_id = $1 and member_id = $2 and order_id = $3",
);
const deleteCodes = write<[number, number]>("delete from discount_codes where site_id = $1 and member_id = $2");
const deleteUses = write<[number, number]>("delete from discount_uses where site_id = $1 and member_id = $2");

/** No letters and digits that look alike. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A code for one member, for so many hours. */
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
  const tail = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const { clock } = app;
  return (await tx.one(insertCode, site, `${prefix}-${tail}`, member, percent, clock.iso(), clock.in(hours * 3_600)))!;
}

/**
 * Uses a code for an order; again for the same order is once. The row's key is the rule: of two orders at once one gets the
 * discount, the other is refused.
 */
export async function spendCode(
  app: Resources,
  tx: Transaction,
  use: { site: number; code: string; member: number; order: number },
): Promise<void> {
  const made = await tx.one(insertUse, use.site, use.code, use.member, use.order, app.clock.iso());
  if (!made) throw new Refusal("code_used", {}, { discountcode: "code_used" });
}

/** The order failed or was given up: the code is unused again. */
export async function giveCodeBack(tx: Transaction, site: number, member: number, order: number): Promise<void> {
  await tx.one(deleteUse, site, member, order);
}

export async function eraseDiscounts(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteCodes, site, member);
  await tx.one(deleteUses, site, member);
}
