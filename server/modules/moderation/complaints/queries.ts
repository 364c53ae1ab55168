/** The member's own complaints. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";

const ofMember = read<{ site: number; member: number }, { complaints: object[] }>(
  `select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'subject', subject, 'message', message, 'created_at', created_at) order by id), '[]') as complaints
     from complaints where site_id = $site and member_id = $member`,
);

export const exportComplaints = async (db: Queries, site: number, member: number) =>
  (await db.one(ofMember, { site, member }))!;
