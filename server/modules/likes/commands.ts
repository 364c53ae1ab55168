/** Likes, matches and their notifications (§4, §7; product.md 5). */
import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { blocksBetween, CARD_COLUMNS, findCard, joinCard, notBlocked, refusalOfBlock } from "../members/queries.ts";
import { bumpVersion } from "../notifications/commands.ts";
import { queuePush } from "../push/commands.ts";
import type { LikeRow } from "./tables.ts";

const insertLike = write<{ site: number; liker: number; liked: number; now: string }, { liked_id: number }>(
  `insert into likes (site_id, liker_id, liked_id, created_at) values ($site, $liker, $liked, $now)
   on conflict do nothing returning liked_id`,
);
// The lock makes the second of two opposite likes see the first, so exactly one of them creates the match.
const lockPair = write<{ site: number; liker: number; liked: number }>(
  `select pg_advisory_xact_lock(hashtextextended(
            concat_ws(':', $site::smallint, least($liker::bigint, $liked::bigint), greatest($liker::bigint, $liked::bigint)), 0))`,
);
const likesBack = write<{ site: number; liker: number; liked: number }, { back: boolean }>(
  "select exists (select from likes where site_id = $site and liker_id = $liked and liked_id = $liker) as back",
);
const deleteLike = write<{ site: number; liker: number; liked: number }, { liked_id: number }>(
  "delete from likes where site_id = $site and liker_id = $liker and liked_id = $liked returning liked_id",
);
const markSeen = write<{ site: number; liked: number; liker: number; now: string }, { liker_id: number }>(
  `update likes set seen_at = $now where site_id = $site and liked_id = $liked and liker_id = $liker and seen_at is null returning liker_id`,
);
const markShown = write<{ site: number; liker: number; liked: number; now: string }>(
  "update likes set match_shown_at = coalesce(match_shown_at, $now) where site_id = $site and liker_id = $liker and liked_id = $liked",
);
const nextMatch = write<{ site: number; viewer: number; now: string }, LikeRow>(
  `with next as (
     select mine.liked_id, greatest(mine.created_at, theirs.created_at) as liked_at
       from likes mine join likes theirs
         on theirs.site_id = $site and theirs.liker_id = mine.liked_id and theirs.liked_id = $viewer
      where mine.site_id = $site and mine.liker_id = $viewer and mine.match_shown_at is null and ${notBlocked("mine.liked_id")}
        and exists (select from members o where o.site_id = $site and o.id = mine.liked_id and o.seen)
      order by 2 limit 1),
   shown as (
     update likes l set match_shown_at = $now from next
      where l.site_id = $site and l.liker_id = $viewer and l.liked_id = next.liked_id and l.match_shown_at is null
     returning l.liked_id)
   select ${CARD_COLUMNS}, next.liked_at, false as like_new, true as match
     from shown join next using (liked_id) ${joinCard("next.liked_id")}`,
);

const deleteAll = write<{ site: number; member: number }>(
  "delete from likes where site_id = $site and $member in (liker_id, liked_id)",
);

const deleteMails = write<{ site: number; member: number }>(
  "delete from like_mails where site_id = $site and member_id = $member",
);

/** Likes given and received go with the member. */
export async function eraseLikes(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteAll, { site, member });
  await tx.one(deleteMails, { site, member });
}

export interface Pair {
  site: number;
  liker: number;
  liked: number;
}

/** Likes, idempotently; true when there is a match. Both members are notified of it once. */
export async function likeMember(app: Resources, pair: Pair): Promise<boolean> {
  return app.db.transaction((tx) => likeWithin(app, tx, pair));
}

/** The same inside a transaction that does more (the swipe game counts). */
export async function likeWithin(app: Resources, tx: Transaction, { site, liker, liked }: Pair): Promise<boolean> {
  if (liker === liked) throw new Refusal("not_found");
  await refuseHidden(app, tx, site, liker, liked);
  await tx.one(lockPair, { site, liker, liked });
  const now = app.clock.iso();
  const isNew = (await tx.one(insertLike, { site, liker, liked, now })) !== null;
  const { back } = (await tx.one(likesBack, { site, liker, liked }))!;
  if (back) {
    await tx.one(markShown, { site, liker, liked, now }); // this response shows the modal to the liker
    await tx.one(markSeen, { site, liked: liker, liker: liked, now });
  }
  if (isNew) {
    await bumpPair(app, tx, { site, liker, liked }, back);
    await queuePush(app, tx, site, { member: liked, kind: back ? "match" : "like", about: { sender: liker } });
  }
  return back;
}

/** Removes the like; a match ends with it. */
export async function unlikeMember(app: Resources, { site, liker, liked }: Pair): Promise<void> {
  await app.db.transaction(async (tx) => {
    const gone = await tx.one(deleteLike, { site, liker, liked });
    if (gone) await bumpPair(app, tx, { site, liker, liked }, false);
  });
}

/** Opening a liked profile clears its new-like flag (§4). */
export async function seeLike(app: Resources, site: number, member: number, liker: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (await tx.one(markSeen, { site, liked: member, liker, now: app.clock.iso() }))
      await bumpVersion(app, tx, site, member, "like");
  });
}

/**
 * The oldest match that the member was not shown yet, now marked as shown; null when there is none. Never an invented
 * like.
 */
export const takeUnshownMatch = (app: Resources, site: number, member: number): Promise<LikeRow | null> =>
  app.db.one(nextMatch, { site, viewer: member, now: app.clock.iso() });

/** Only visible members can be liked; across a block the error names the other as §6 requires, or is not_found. */
async function refuseHidden(
  app: Resources,
  tx: Transaction,
  site: number,
  viewer: number,
  other: number,
): Promise<void> {
  const card = orNotFound(await findCard(tx, site, viewer, other));
  const { by_viewer, by_other } = await blocksBetween(tx, site, viewer, other);
  if (card.gone) throw new Refusal("not_found");
  if (by_other) throw await refusalOfBlock(app, site, card.name);
  if (by_viewer || !card.confirmed) throw new Refusal("not_found");
}

/** Counters of both, the lower id first, so that opposite likes never wait for each other. */
async function bumpPair(app: Resources, tx: Transaction, { site, liker, liked }: Pair, match: boolean): Promise<void> {
  for (const member of [liker, liked].sort((a, b) => a - b)) {
    await bumpVersion(app, tx, site, member, match ? "match" : "like");
  }
}
