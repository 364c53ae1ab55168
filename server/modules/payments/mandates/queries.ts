/** Reads of mandates; always through the member. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { MandateRow } from "./tables.ts";

export const MANDATE_COLUMNS = `site_id, id, member_id, reference, client_key, tier, discount_code, holder, iban, iban_last4, iban_key,
  code_hash, address, user_agent, created_at, signed_at, order_id`;

const one = read<{ site: number; member: number; id: number }, MandateRow>(
  `select ${MANDATE_COLUMNS} from mandates where site_id = $site and member_id = $member and id = $id`,
);
const spent = read<{ site: number; member: number; day: string; month: string }, { day: number; month: number }>(
  `select coalesce(sum(amount) filter (where created_at > $day), 0)::int as day, coalesce(sum(amount), 0)::int as month
     from orders
    where site_id = $site and member_id = $member and mandate_id is not null and created_at > $month
      and status in ('loading', 'pending', 'completed', 'refunded')`,
);
const blocked = read<{ site: number; ibanKey: string }, { blocked: boolean }>(
  "select exists (select from blocked_accounts where site_id = $site and iban_key = $ibanKey) as blocked",
);
const begun = read<{ site: number; member: number; since: string }, { begun: number }>(
  "select count(*)::int as begun from mandates where site_id = $site and member_id = $member and created_at > $since",
);
const exported = read<{ site: number; member: number }, { row: unknown }>(
  `select to_jsonb(m) - array['site_id', 'session_id', 'iban', 'iban_key', 'code_hash', 'client_key'] as row from mandates m
    where site_id = $site and member_id = $member order by id`,
);

export const findMandate = (db: Queries, site: number, member: number, id: number) => db.one(one, { site, member, id });

/** Direct debits of a member that did not fail, in euro cents. */
export const sumDebits = async (
  db: Queries,
  who: { site: number; member: number; day: string; month: string },
): Promise<{ day: number; month: number }> => (await db.one(spent, who))!;

export const isBlocked = async (db: Queries, site: number, ibanKey: string): Promise<boolean> =>
  (await db.one(blocked, { site, ibanKey }))!.blocked;

export const countMandates = async (
  db: Queries,
  who: { site: number; member: number; since: string },
): Promise<number> => (await db.one(begun, who))!.begun;

export const exportMandates = async (db: Queries, site: number, member: number) => ({
  mandates: (await db.all(exported, { site, member })).map(({ row }) => row),
});
