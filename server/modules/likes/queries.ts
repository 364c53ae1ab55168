/** Likes sent and received, and matches not yet shown (§4: new ones first). */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { CARD_COLUMNS, joinCard, notBlocked } from "../members/queries.ts";
import type { LikeRow } from "./tables.ts";

const LIST_MAX = 500;

const sent = read<{ site: number; viewer: number }, LikeRow>(
  `select ${CARD_COLUMNS}, l.created_at as liked_at, false as like_new,
          exists (select from likes k where k.site_id = $site and k.liker_id = l.liked_id and k.liked_id = $viewer) as match
     from likes l ${joinCard("l.liked_id")}
    where m.seen and l.site_id = $site and l.liker_id = $viewer and ${notBlocked("l.liked_id")}
    order by l.created_at desc limit ${LIST_MAX}`,
);
const received = read<{ site: number; viewer: number }, LikeRow>(
  `select ${CARD_COLUMNS}, l.created_at as liked_at, l.seen_at is null as like_new,
          exists (select from likes k where k.site_id = $site and k.liker_id = $viewer and k.liked_id = l.liker_id) as match
     from likes l ${joinCard("l.liker_id")}
    where m.seen and l.site_id = $site and l.liked_id = $viewer and ${notBlocked("l.liker_id")}
    order by l.seen_at is null desc, l.created_at desc limit ${LIST_MAX}`,
);
const isMutual = read<{ site: number; one: number; other: number }, { mutual: boolean }>(
  `select exists (select from likes where site_id = $site and liker_id = $one and liked_id = $other)
      and exists (select from likes where site_id = $site and liker_id = $other and liked_id = $one) as mutual`,
);

export const listSent = (db: Queries, site: number, member: number): Promise<LikeRow[]> =>
  db.all(sent, { site, viewer: member });
export const listReceived = (db: Queries, site: number, member: number): Promise<LikeRow[]> =>
  db.all(received, { site, viewer: member });

/** A match is two likes, one each way. */
export async function areMatched(db: Queries, site: number, one: number, other: number): Promise<boolean> {
  return (await db.one(isMutual, { site, one, other }))!.mutual;
}

const exported = read<{ site: number; member: number }, { row: unknown }>(
  `select to_jsonb(l) - 'site_id' || jsonb_build_object('name', m.name) as row
     from likes l join members m on m.site_id = l.site_id and m.id = case when l.liker_id = $member then l.liked_id else l.liker_id end
    where l.site_id = $site and $member in (l.liker_id, l.liked_id) order by l.created_at`,
);

const mailed = read<{ site: number; member: number }, { row: unknown }>(
  "select to_jsonb(l) - 'site_id' as row from like_mails l where site_id = $site and member_id = $member",
);

/** For the export: likes given and received, with the other's name, and when they were mailed about. */
export async function exportLikes(db: Queries, site: number, member: number) {
  const rows = async (statement: typeof exported) => (await db.all(statement, { site, member })).map(({ row }) => row);
  return { likes: await rows(exported), like_mails: await rows(mailed) };
}
