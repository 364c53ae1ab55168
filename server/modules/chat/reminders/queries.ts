/** Who has had unread messages for a while and was not here since (product.md 8). */
import type { Locale } from "@serenade/contract/locales";
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";

export interface Waiting {
  id: number;
  name: string;
  country: string;
  email: string;
  locale: Locale;
  unread: number;
  /** Last time online; a reminder after that has not been seen yet. */
  online_at: string;
}

/**
 * Begins at the counters, of which most are 0, so that nothing that a send changes needs an index.
 */
const waiting = read<
  { site: number; kind: string; onlyAnswered: boolean; online: string; since: string; after: number; limit: number },
  Waiting
>(
  `select t.member_id as id, m.name, m.country, a.email, a.locale, t.unread, o.online_at
     from member_state t
     join members m on m.site_id = t.site_id and m.id = t.member_id and m.seen
     join accounts a on a.site_id = t.site_id and a.member_id = t.member_id
     left join unread_reminders r on r.site_id = t.site_id and r.member_id = t.member_id and r.kind = $kind
    cross join lateral (
          select greatest(m.created_at,
                          (select s.last_active from member_search s where s.site_id = $site and s.member_id = t.member_id),
                          (select max(e.seen_at) from sessions e where e.site_id = $site and e.member_id = t.member_id)) as online_at) o
    where t.site_id = $site and t.unread > 0 and t.member_id > $after
      and o.online_at <= $online and (r.reminded_at is null or r.reminded_at < o.online_at)
      and exists (
          select from conversations c
           where c.site_id = $site and (c.a_id = t.member_id or c.b_id = t.member_id)
             and (c.answered_at is not null or not $onlyAnswered::boolean)
             and case when c.a_id = t.member_id then c.unread_a else c.unread_b end > 0
             and exists (select from members x where x.site_id = $site and x.seen
                            and x.id = case when c.a_id = t.member_id then c.b_id else c.a_id end)
             and not exists (select from blocks b where b.site_id = $site
                                and (b.blocker_id, b.blocked_id) in ((c.a_id, c.b_id), (c.b_id, c.a_id)))
             and exists (select from messages n
                          where n.site_id = $site and n.conversation_id = c.id and n.sender_id <> t.member_id
                            and n.id > case when c.a_id = t.member_id then greatest(c.read_a, c.removed_a)
                                            else greatest(c.read_b, c.removed_b) end
                            and not exists (select from messages w -- who has answered has read
                                             where w.site_id = $site and w.conversation_id = c.id and w.sender_id = t.member_id and w.id > n.id)
                            and n.created_at <= $online and n.created_at > $since and n.created_at > o.online_at))
    order by t.member_id limit $limit`,
);

export const listWaiting = (
  db: Queries,
  site: number,
  { until, ...choice }: { kind: string; onlyAnswered: boolean; since: string; until: string },
  after: number,
  limit: number,
): Promise<Waiting[]> => db.all(waiting, { site, ...choice, online: until, after, limit });
