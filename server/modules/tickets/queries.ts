/** What the member wrote to customer service. */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";

const ofMember = read<{ site: number; member: number }, { tickets: object[] }>(
  `select coalesce(jsonb_agg(jsonb_build_object('id', id, 'topic', topic, 'message', message, 'created_at', created_at) order by id), '[]') as tickets
     from tickets where site_id = $site and member_id = $member`,
);

export const exportTickets = async (db: Queries, site: number, member: number) =>
  (await db.one(ofMember, { site, member }))!;
