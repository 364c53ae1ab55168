/** Which discount a member has: the welcome bonus, computed from the sign-up, a code of their own, or a campaign's code. */
import { WELCOME_CODE, WELCOME_PERCENT, WELCOME_WINDOW_SECONDS } from "@serenade/contract/limits";
import { isoTime, type Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import type { CampaignCodeRow, CodeRow, Terms } from "./tables.ts";

const buyer = read<{ site: number; member: number }, { created_at: string; premium: boolean; country: string }>(
  "select created_at, premium_since is not null as premium, country from members where site_id = $site and id = $member",
);
const own = read<{ site: number; member: number; code: string; now: string }, CodeRow>(
  `select code, percent, expires_at from discount_codes
    where site_id = $site and member_id = $member and code = $code and campaign_id is null and expires_at > $now`,
);
const ofCampaign = read<{ site: number; member: number; country: string; code: string; now: string }, CampaignCodeRow>(
  `select c.code, c.member_id, c.single_use, d.percent, d.amount, d.currency, d.minimum_order, d.country, d.paymentmethods, d.ends_at,
          coalesce(c.used_by <> $member, false) or coalesce(d.uses >= d.max_uses, false) or coalesce(d.spent >= d.max_spent, false) as used
     from discount_codes c
     join discount_campaigns d on d.site_id = c.site_id and d.id = c.campaign_id
    where c.site_id = $site and c.code = $code and (c.member_id is null or c.member_id = $member)
      and d.status = 'active' and d.starts_at <= $now and d.ends_at > $now and (d.country is null or d.country = $country)`,
);
const open = read<{ site: number; member: number; now: string }, CodeRow>(
  `select code, percent, expires_at from discount_codes c
    where site_id = $site and member_id = $member and campaign_id is null and expires_at > $now
      and not exists (select from discount_uses u where u.site_id = $site and u.code = c.code and u.member_id = $member)
    order by percent desc limit 1`,
);
const used = read<{ site: number; member: number; code: string }, { used: boolean }>(
  "select exists (select from discount_uses where site_id = $site and member_id = $member and code = $code) as used",
);
const exported = read<{ site: number; member: number }, { discount_codes: unknown[]; discount_uses: unknown[] }>(
  `select array(select to_jsonb(c) - array['site_id', 'used_by'] from discount_codes c where site_id = $site and member_id = $member) as discount_codes,
          array(select to_jsonb(u) - 'site_id' from discount_uses u where site_id = $site and member_id = $member) as discount_uses`,
);

export interface OpenDiscount extends Terms {
  status: "open";
  code: string;
  /** ISO 8601; from this moment on the code is refused. */
  expires: string;
  /** Whether the code is this member's alone. */
  personal: boolean;
  single_use: boolean;
}

export type Discount = OpenDiscount | { status: "used" } | { status: "none" };

/** A code by its name, for this member, now (§3 Discount code, §5). */
export async function findDiscount(
  db: Queries,
  site: number,
  member: number,
  name: string,
  now: string,
): Promise<Discount> {
  const code = name.trim().toUpperCase();
  const found =
    code === WELCOME_CODE
      ? await welcome(db, site, member, now)
      : ((await ownCode(db, site, member, code, now)) ?? (await campaignCode(db, site, member, code, now)));
  if (found.status !== "open") return found;
  return (await db.one(used, { site, member, code }))!.used ? { status: "used" } : found;
}

/** The discount that applies by itself (§4): the time bonus while it runs, else the best of the member's own codes. */
export async function findActiveDiscount(
  db: Queries,
  site: number,
  member: number,
  now: string,
): Promise<OpenDiscount | null> {
  const bonus = await findDiscount(db, site, member, WELCOME_CODE, now);
  if (bonus.status === "open") return bonus;
  const own = await db.one(open, { site, member, now });
  return own && percentageOff(own.code, own.percent, isoTime(own.expires_at));
}

export const exportDiscounts = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, { site, member }))!;

/** A member's own percentage off any order. */
export const percentageOff = (code: string, percent: number, expires: string): OpenDiscount => ({
  status: "open",
  code,
  percent,
  expires,
  amount: null,
  currency: null,
  minimum_order: 0,
  country: null,
  paymentmethods: null,
  personal: true,
  single_use: false,
});

async function welcome(db: Queries, site: number, member: number, now: string): Promise<Discount> {
  const row = await db.one(buyer, { site, member });
  if (!row) return { status: "none" };
  if (row.premium) return { status: "used" };
  const expires = new Date(Date.parse(isoTime(row.created_at)) + WELCOME_WINDOW_SECONDS * 1000).toISOString();
  return expires > now ? percentageOff(WELCOME_CODE, WELCOME_PERCENT, expires) : { status: "none" };
}

async function ownCode(
  db: Queries,
  site: number,
  member: number,
  code: string,
  now: string,
): Promise<OpenDiscount | null> {
  const row = await db.one(own, { site, member, code, now });
  return row && percentageOff(row.code, row.percent, isoTime(row.expires_at));
}

async function campaignCode(db: Queries, site: number, member: number, code: string, now: string): Promise<Discount> {
  const person = await db.one(buyer, { site, member });
  const row = person && (await db.one(ofCampaign, { site, member, country: person.country, code, now }));
  if (!row) return { status: "none" };
  if (row.used) return { status: "used" };
  const { ends_at, member_id, used: _, ...terms } = row;
  return { status: "open", ...terms, expires: isoTime(ends_at), personal: member_id !== null };
}
