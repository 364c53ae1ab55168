/** Reads of preferences. Chat has its own SQL for receipts and first messages. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { PreferencesRow } from "./tables.ts";

const preferences = read<{ site: number; member: number }, PreferencesRow>(
  `select m.country, m.invisible_since is not null as invisible, m.consent_withdrawn_at is null as consent,
          coalesce(x.read_receipts, true) as read_receipts, coalesce(x.write_first, 'everyone') as write_first,
          coalesce(x.shown_to_visitors, false) as shown_to_visitors
     from members m left join member_preferences x on x.site_id = m.site_id and x.member_id = m.id
    where m.site_id = $site and m.id = $member`,
);
const shownToVisitors = read<{ site: number; members: number[] }, { member_id: number }>(
  "select member_id from member_preferences where site_id = $site and member_id = any ($members::bigint[]) and shown_to_visitors",
);

export async function getPreferences(db: Queries, site: number, member: number): Promise<PreferencesRow> {
  return orNotFound(await db.one(preferences, { site, member }));
}

/** Those of the members who have chosen to be shown to visitors. */
export async function listShownToVisitors(db: Queries, site: number, members: number[]): Promise<Set<number>> {
  return new Set((await db.all(shownToVisitors, { site, members })).map(({ member_id }) => member_id));
}
