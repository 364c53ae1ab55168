/** Reads of saved searches, and of what their alerts need. */
import type { Locale } from "@serenade/contract/locales";
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { SavedRow } from "./tables.ts";

const SAVED_COLUMNS = "id, member_id, query, alert, told_at, base_url";
const ofMember = read<{ site: number; member: number }, SavedRow>(
  `select ${SAVED_COLUMNS} from saved_searches where site_id = $site and member_id = $member order by id desc`,
);
const due = read<
  { site: number; toldBefore: string; after: number; limit: number },
  SavedRow & { name: string; email: string; locale: Locale }
>(
  `select s.id, s.member_id, s.query, s.alert, s.told_at, s.base_url, m.name, a.email, a.locale
     from saved_searches s
     join members m on m.site_id = s.site_id and m.id = s.member_id and m.seen
     join accounts a on a.site_id = s.site_id and a.member_id = s.member_id
    where s.site_id = $site and s.alert and s.told_at <= $toldBefore and s.id > $after
    order by s.id limit $limit`,
);
const confirmedSince = read<{ site: number; since: string; limit: number }, { id: number; confirmed_at: string }>(
  `select id, confirmed_at from members where site_id = $site and confirmed_at > $since and seen
    order by confirmed_at desc limit $limit`,
);
const exported = read<{ site: number; member: number }, { saved_searches: unknown[] }>(
  `select array(select to_jsonb(s) - 'site_id' from saved_searches s where site_id = $site and member_id = $member order by id) as saved_searches`,
);

/** A member's saved searches, the newest first. */
export const listSaved = (db: Queries, site: number, member: number): Promise<SavedRow[]> =>
  db.all(ofMember, { site, member });

/** Searches with an alert that were not looked at since then, after the one named. */
export const listAlerts = (db: Queries, site: number, toldBefore: string, after: number, limit: number) =>
  db.all(due, { site, toldBefore, after, limit });

/** Who has come since then, the latest first. */
export const listNewcomers = (db: Queries, site: number, since: string, limit: number) =>
  db.all(confirmedSince, { site, since, limit });

export const exportSaved = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, { site, member }))!;
