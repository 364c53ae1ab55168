/** Discounts that staff issue (§3 Discount code): a draft is prepared, activated, and ended; its terms never change in use. */
import { randomInt } from "node:crypto";
import { WELCOME_CODE } from "@serenade/contract/limits";
import { isDuplicate, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { Terms } from "../tables.ts";

const insertCampaign = write<{
  site: number;
  id: number;
  name: string;
  percent: number | null;
  amount: number | null;
  currency: string | null;
  minimumOrder: number;
  country: string | null;
  paymentmethods: string[] | null;
  starts: string;
  ends: string;
  maxUses: number | null;
  maxSpent: number | null;
  now: string;
}>(
  `insert into discount_campaigns (site_id, id, name, percent, amount, currency, minimum_order, country, paymentmethods,
                                   starts_at, ends_at, max_uses, max_spent, created_at)
   values ($site, $id, $name, $percent, $amount, $currency, $minimumOrder, $country, $paymentmethods, $starts, $ends, $maxUses, $maxSpent, $now)`,
);
const setStatus = write<{ site: number; id: number; from: string; to: string }, { id: number }>(
  "update discount_campaigns set status = $to where site_id = $site and id = $id and status = $from returning id",
);
const lockCampaign = write<{ site: number; id: number }, { status: string }>(
  "select status from discount_campaigns where site_id = $site and id = $id for no key update",
);
const insertCodes = write<{
  site: number;
  campaign: number;
  codes: string[];
  member: number | null;
  singleUse: boolean;
  now: string;
}>(
  `insert into discount_codes (site_id, code, campaign_id, member_id, single_use, created_at)
   select $site, code, $campaign, $member, $singleUse, $now from unnest($codes::text[]) code`,
);
/** The row lock serializes parallel orders. */
const spendBudget = write<{ site: number; code: string; amount: number }, { id: number }>(
  `update discount_campaigns d set uses = d.uses + 1, spent = d.spent + $amount
     from discount_codes c
    where c.site_id = $site and c.code = $code and d.site_id = $site and d.id = c.campaign_id and d.status = 'active'
      and (d.max_uses is null or d.uses < d.max_uses) and (d.max_spent is null or d.spent + $amount <= d.max_spent)
   returning d.id`,
);
const returnBudget = write<{ site: number; code: string; amount: number }>(
  `update discount_campaigns d set uses = d.uses - 1, spent = d.spent - $amount
     from discount_codes c where c.site_id = $site and c.code = $code and d.site_id = $site and d.id = c.campaign_id`,
);
const takeCode = write<{ site: number; code: string; member: number }, { campaign_id: number | null }>(
  `update discount_codes set used_by = case when single_use then $member::bigint end
    where site_id = $site and code = $code and campaign_id is not null and (not single_use or used_by is null or used_by = $member)
   returning campaign_id`,
);
const returnCode = write<{ site: number; code: string; member: number }>(
  "update discount_codes set used_by = null where site_id = $site and code = $code and used_by = $member",
);
const isCampaignCode = write<{ site: number; code: string }, { code: string }>(
  "select code from discount_codes where site_id = $site and code = $code and campaign_id is not null",
);
const forgetMember = write<{ site: number; member: number }>(
  "update discount_codes set used_by = 0 where site_id = $site and used_by = $member",
);

/** No letters and digits that look alike. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;
/** What a member can type: letters, digits and hyphens. */
const CODE = /^[A-Z0-9-]{3,40}$/;
const CODES_AT_ONCE = 1_000;

/** A code that cannot be guessed: 40 bits after its prefix. */
export function randomCode(prefix: string): string {
  const tail = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `${prefix}-${tail}`;
}

export interface NewCampaign extends Omit<Terms, "minimum_order"> {
  name: string;
  minimumOrder: number;
  /** ISO 8601, as `ends`: from the first to just before the second the codes work. */
  starts: string;
  ends: string;
  /** Budget: how many orders may use it, and how much it may take off in all; null for no bound. */
  maxUses: number | null;
  maxSpent: number | null;
}

/** A draft, which has no effect before it is activated. Returns its id. */
export async function createCampaign(app: Resources, site: number, campaign: NewCampaign): Promise<number> {
  const id = app.ids.next();
  await app.db.one(insertCampaign, { site, id, ...campaign, now: app.clock.iso() });
  return id;
}

/** A code for every member, or for one; `code_used` when the site has it already. */
export async function addCode(
  app: Resources,
  site: number,
  campaign: number,
  { code, member = null }: { code: string; member?: number | null },
): Promise<string> {
  const upper = code.trim().toUpperCase();
  if (!CODE.test(upper) || upper === WELCOME_CODE) throw new Refusal("invalid", {}, { code: "invalid" });
  await addCodes(app, site, campaign, { codes: [upper], member, singleUse: false });
  return upper;
}

/** Codes that work once each, for the first member to use them. */
export async function generateCodes(
  app: Resources,
  site: number,
  campaign: number,
  { count, prefix }: { count: number; prefix: string },
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(randomCode(prefix.toUpperCase()));
  const list = [...codes];
  for (let from = 0; from < list.length; from += CODES_AT_ONCE)
    await addCodes(app, site, campaign, {
      codes: list.slice(from, from + CODES_AT_ONCE),
      member: null,
      singleUse: true,
    });
  return list;
}

async function addCodes(
  app: Resources,
  site: number,
  campaign: number,
  { codes, member, singleUse }: { codes: string[]; member: number | null; singleUse: boolean },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { status } = orNotFound(await tx.one(lockCampaign, { site, id: campaign }));
    if (status === "ended") throw new Refusal("code_not_found");
    await tx
      .one(insertCodes, { site, campaign, codes, member, singleUse, now: app.clock.iso() })
      .catch((error: unknown) => {
        if (isDuplicate(error)) throw new Refusal("code_used");
        throw error;
      });
  });
}

/** From now on its codes work, within its window, and its terms are fixed. Idempotent. */
export const activateCampaign = (app: Resources, site: number, id: number): Promise<void> =>
  move(app, site, id, { from: "draft", to: "active" });

/** From now on its codes are not found; orders that have used it keep their price. */
export const endCampaign = (app: Resources, site: number, id: number): Promise<void> =>
  move(app, site, id, { from: "active", to: "ended" });

async function move({ db }: Resources, site: number, id: number, { from, to }: { from: string; to: string }) {
  await db.transaction(async (tx) => {
    const { status } = orNotFound(await tx.one(lockCampaign, { site, id }));
    if (status === to) return;
    orNotFound(await tx.one(setStatus, { site, id, from, to }));
  });
}

export interface CodeUse {
  site: number;
  code: string;
  member: number;
  /** What the code takes off the order, in minor units. */
  amount: number;
}

/** Counts a use against the budget of the code's campaign; refuses `code_used` when nothing is left. Ignores other codes. */
export async function spendCampaign(tx: Transaction, { site, code, member, amount }: CodeUse): Promise<void> {
  if (!(await tx.one(isCampaignCode, { site, code }))) return;
  const taken = await tx.one(takeCode, { site, code, member });
  if (!taken || !(await tx.one(spendBudget, { site, code, amount })))
    throw new Refusal("code_used", {}, { discountcode: "code_used" });
}

/** The order failed: its use returns to the budget. */
export async function returnToCampaign(tx: Transaction, { site, code, member, amount }: CodeUse): Promise<void> {
  if (!(await tx.one(isCampaignCode, { site, code }))) return;
  await tx.one(returnCode, { site, code, member });
  await tx.one(returnBudget, { site, code, amount });
}

/** Erasing: a used single-use code stays used, without its member. */
export async function eraseCampaignUses(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(forgetMember, { site, member });
}
