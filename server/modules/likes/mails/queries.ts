/** Members with likes that they have not seen, and who were not here since (product.md 8). */
import type { Locale } from "@serenade/contract/locales";
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";

export interface Liked {
  id: number;
  name: string;
  country: string;
  email: string;
  locale: Locale;
  /** New likes since they were here. */
  likes: number;
  /** Last time online; a mail after that is unread. */
  online_at: string;
}

/** Likes of real people, shown and without a block between the two. */
const liked = read<{ site: number; until: string; since: string; after: number; limit: number }, Liked>(
  `select l.liked_id as id, m.name, m.country, a.email, a.locale, count(*)::int as likes, o.online_at
     from likes l
     join members m on m.site_id = l.site_id and m.id = l.liked_id and m.seen
     join members k on k.site_id = l.site_id and k.id = l.liker_id and k.seen and not k.fictional
     join accounts a on a.site_id = l.site_id and a.member_id = l.liked_id
     left join like_mails r on r.site_id = l.site_id and r.member_id = l.liked_id
    cross join lateral (
          select greatest(m.created_at,
                          (select s.last_active from member_search s where s.site_id = $site and s.member_id = l.liked_id),
                          (select max(e.seen_at) from sessions e where e.site_id = $site and e.member_id = l.liked_id)) as online_at) o
    where l.site_id = $site and l.liked_id > $after and l.seen_at is null
      and l.created_at > $since and l.created_at > o.online_at
      and (r.mailed_at is null or r.mailed_at < o.online_at)
      and not exists (select from blocks b where b.site_id = $site
                         and (b.blocker_id, b.blocked_id) in ((l.liker_id, l.liked_id), (l.liked_id, l.liker_id)))
    group by l.liked_id, m.name, m.country, a.email, a.locale, o.online_at
   having min(l.created_at) <= $until
    order by l.liked_id limit $limit`,
);

export const listLiked = (
  db: Queries,
  site: number,
  between: { since: string; until: string },
  after: number,
  limit: number,
): Promise<Liked[]> => db.all(liked, { site, ...between, after, limit });
