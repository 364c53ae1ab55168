/** Which discount a member has: the welcome bonus, computed from the sign-up, or a code of their own. */
import { WELCOME_CODE, WELCOME_PERCENT, WELCOME_WINDOW_SECONDS } from "@serenade/contract/limits";
import { isoTime, type Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import type { CodeRow } from "./tables.ts";

const signedUp = read<[number, number], { created_at: string; premium: boolean }>(
  "select created_at, premium_since is not null as premium from members where site_id = $1 and id = $2",
);
const own = read<[number, number, string, string], CodeRow>(
  `select code, percent, expires_at from discount_codes
    where site_id = $1 and member_id = $2 and code = $3 and expires_at > $4`,
);
const open = read<[number, number, string], CodeRow>(
  `select code, percent, expires_at from discount_codes c
    where site_id = $1 and member_id = $2 and expires_at > $3
      and not exists (select from discount_uses u where u.site_id = $1 and u.code = c.code and u.member_id = $2)
    order by percent desc limit 1`,
);
const used = read<[number, number, string], { used: boolean }>(
  "select exists (select from discount_uses where site_id = $1 and member_id = $2 and code = $3) as used",
);
const exported = read<[number, number], { discount_codes: unknown[]; discount_uses: unknown[] }>(
  `select array(select to_jsonb(c) - 'site_id' from discount_codes c where site_id = $1 and member_id = $2) as discount_codes,
          array(select to_jsonb(u) - 'site_id' from discount_uses u where site_id = $1 and member_id = $2) as discount_uses`,
);

export type Discount =
  | { status: "open"; code: string; percent: number; expires: string }
  | { status: "used" }
  | { status: "none" };

/** A code by its name, for this member, now. */
export async function findDiscount(
  db: Queries,
  site: number,
  member: number,
  name: string,
  now: string,
): Promise<Discount> {
  const code = name.toUpperCase();
  const found =
    code === WELCOME_CODE ? await welcome(db, site, member, now) : await ownCode(db, site, member, code, now);
  if (found.status !== "open") return found;
  return (await db.one(used, site, member, code))!.used ? { status: "used" } : found;
}

/** The member's own code that still works, the best first; null when there is none. */
export const findOpenCode = (db: Queries, site: number, member: number, now: string): Promise<CodeRow | null> =>
  db.one(open, site, member, now);

export const exportDiscounts = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, site, member))!;

async function welcome(db: Queries, site: number, member: number, now: string): Promise<Discount> {
  const row = await db.one(signedUp, site, member);
  if (!row) return { status: "none" };
  if (row.premium) return { status: "used" };
  const expires = new Date(Date.parse(isoTime(row.created_at)) + WELCOME_WINDOW_SECONDS * 1000).toISOString();
  return expires > now ? { status: "open", code: WELCOME_CODE, percent: WELCOME_PERCENT, expires } : { status: "none" };
}

async function ownCode(db: Queries, site: number, member: number, code: string, now: string): Promise<Discount> {
  const row = await db.one(own, site, member, code, now);
  return row
    ? { status: "open", code: row.code, percent: row.percent, expires: isoTime(row.expires_at) }
    : { status: "none" };
}
