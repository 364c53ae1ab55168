/** Reads of preferences. Chat has its own SQL for receipts and first messages. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { PreferencesRow, SpendingRow } from "./tables.ts";

const preferences = read<{ site: number; member: number }, PreferencesRow>(
  `select m.country, m.invisible_since is not null as invisible, m.consent_withdrawn_at is null as consent,
          coalesce(x.read_receipts, true) as read_receipts, coalesce(x.write_first, 'everyone') as write_first,
          coalesce(x.shown_to_visitors, false) as shown_to_visitors
     from members m left join member_preferences x on x.site_id = m.site_id and x.member_id = m.id
    where m.site_id = $site and m.id = $member`,
);
const spending = read<{ site: number; member: number }, SpendingRow>(
  `select spending_limit, spending_currency, spending_next, spending_next_at
     from member_preferences where site_id = $site and member_id = $member`,
);
const spent = read<{ site: number; member: number; since: string }, { currency: string; amount: number }>(
  `select currency, sum(amount)::int as amount from orders
    where site_id = $site and member_id = $member and created_at >= $since and status in ('loading', 'pending', 'completed')
    group by currency`,
);
const shownToVisitors = read<{ site: number; members: number[] }, { member_id: number }>(
  "select member_id from member_preferences where site_id = $site and member_id = any ($members::bigint[]) and shown_to_visitors",
);

export async function getPreferences(db: Queries, site: number, member: number): Promise<PreferencesRow> {
  return orNotFound(await db.one(preferences, { site, member }));
}

export const findSpending = (db: Queries, site: number, member: number): Promise<SpendingRow | null> =>
  db.one(spending, { site, member });

/** Orders since then that are paid or may still be, by currency. */
export const listSpent = (db: Queries, site: number, member: number, since: string) =>
  db.all(spent, { site, member, since });

/** Those of the members who have chosen to be shown to visitors. */
export async function listShownToVisitors(db: Queries, site: number, members: number[]): Promise<Set<number>> {
  return new Set((await db.all(shownToVisitors, { site, members })).map(({ member_id }) => member_id));
}
