/** What a member has limited, and has spent. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { SpendingRow } from "./tables.ts";

const spending = read<{ site: number; member: number }, SpendingRow>(
  `select spending_limit, spending_currency, spending_next, spending_next_at
     from member_preferences where site_id = $site and member_id = $member`,
);
const spent = read<{ site: number; member: number; since: string }, { currency: string; amount: number }>(
  `select currency, sum(amount)::int as amount from orders
    where site_id = $site and member_id = $member and created_at >= $since and status in ('loading', 'pending', 'completed')
    group by currency`,
);

export const findSpending = (db: Queries, site: number, member: number): Promise<SpendingRow | null> =>
  db.one(spending, { site, member });

/** Orders since then that are paid or may still be, by currency. */
export const listSpent = (db: Queries, site: number, member: number, since: string) =>
  db.all(spent, { site, member, since });
