/** Deletions that are pending, and the one offer to stay. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { DepartureRow } from "../tables.ts";

const due = read<[number, string, number], DepartureRow>(
  `select d.site_id, d.member_id, a.email, a.locale from departures d
     join accounts a on a.site_id = d.site_id and a.member_id = d.member_id
    where d.site_id = $1 and d.due_at <= $2 order by d.due_at limit $3`,
);
const answered = read<[number, number], { code: string | null }>(
  "select code from retention_offers where site_id = $1 and member_id = $2",
);

/** Deletions of a site whose time has come. */
export const listDue = (db: Queries, site: number, now: string, limit: number): Promise<DepartureRow[]> =>
  db.all(due, site, now, limit);

/** How the one offer was answered; null when it was not. */
export const findAnswer = (db: Queries, site: number, member: number) => db.one(answered, site, member);
