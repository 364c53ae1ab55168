/** Deletions that are pending, and the one offer to stay. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { DeletionRow } from "../tables.ts";

const due = read<{ site: number; now: string; limit: number }, DeletionRow>(
  `select d.site_id, d.member_id, a.email, a.locale from departures d
     join accounts a on a.site_id = d.site_id and a.member_id = d.member_id
    where d.site_id = $site and d.due_at <= $now order by d.due_at limit $limit`,
);
const answered = read<{ site: number; member: number }, { code: string | null }>(
  "select code from retention_offers where site_id = $site and member_id = $member",
);

/** Deletions of a site that are due. */
export const listDue = (db: Queries, site: number, now: string, limit: number): Promise<DeletionRow[]> =>
  db.all(due, { site, now, limit });

/** The answer to the retention offer; null if there is none. */
export const findAnswer = (db: Queries, site: number, member: number) => db.one(answered, { site, member });
