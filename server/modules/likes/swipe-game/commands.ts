/** Swiping: a like within the day's four, a skip that rests, and taking the last skip back (§9; product.md 5). */
import { SWIPE_LIKES_PER_DAY } from "@serenade/contract/limits";
import type { Transaction } from "../../../kernel/db/db.ts";
import { read, write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { findCard } from "../../members/queries.ts";
import { likeWithin } from "../commands.ts";
import { areMatched } from "../queries.ts";
import { getAllowance, type Who } from "./queries.ts";
import { DEFAULT_ZONE } from "./rules.ts";

// The row stands for the member's turn: who writes it first goes on, and the others count after that one's commit.
const takeTurn = write<[number, number, string | null, string]>(
  `insert into swipe_players (site_id, member_id, time_zone) values ($1, $2, coalesce($3, $4))
   on conflict (site_id, member_id) do update set time_zone = coalesce($3, swipe_players.time_zone)`,
);
const isLiked = read<[number, number, number], { liked: boolean }>(
  "select exists (select from likes where site_id = $1 and liker_id = $2 and liked_id = $3) as liked",
);
const countLike = write<[number, number, number, string]>(
  `insert into swipe_likes (site_id, member_id, liked_id, liked_at) values ($1, $2, $3, $4)
   on conflict (site_id, member_id, liked_id) do update set liked_at = excluded.liked_at`,
);
const runDay = write<[number, number, string, string]>(
  "update swipe_players set day_from = $3, day_to = $4 where site_id = $1 and member_id = $2",
);
const insertSkip = write<[number, number, number, string]>(
  `insert into swipe_skips (site_id, member_id, skipped_id, skipped_at) values ($1, $2, $3, $4)
   on conflict (site_id, member_id, skipped_id) do update set skipped_at = excluded.skipped_at`,
);
const rememberSkip = write<[number, number, number | null]>(
  "update swipe_players set last_skipped_id = $3 where site_id = $1 and member_id = $2",
);
const takeBack = write<[number, number], { skipped_id: number }>(
  `with last as (
     select site_id, member_id, last_skipped_id from swipe_players
      where site_id = $1 and member_id = $2 and last_skipped_id is not null for update),
   forgotten as (
     update swipe_players p set last_skipped_id = null from last
      where p.site_id = last.site_id and p.member_id = last.member_id)
   delete from swipe_skips s using last
    where s.site_id = last.site_id and s.member_id = last.member_id and s.skipped_id = last.last_skipped_id
   returning s.skipped_id`,
);
const deletePlayer = write<[number, number]>(
  `with liked as (delete from swipe_likes where site_id = $1 and $2 in (member_id, liked_id)),
        skips as (delete from swipe_skips where site_id = $1 and $2 in (member_id, skipped_id)),
        others as (update swipe_players set last_skipped_id = null where site_id = $1 and last_skipped_id = $2 and member_id <> $2)
   delete from swipe_players where site_id = $1 and member_id = $2`,
);

/** Likes through the game: the fifth of a day is refused with the time of the next. The same one again is no second like. */
export async function swipeRight(app: Resources, who: Who, other: number, zone: string | null): Promise<boolean> {
  const { site, member } = who;
  return app.db.transaction(async (tx) => {
    await tx.one(takeTurn, site, member, zone, DEFAULT_ZONE);
    if ((await tx.one(isLiked, site, member, other))!.liked) return areMatched(tx, site, member, other);
    const now = app.clock.now();
    const { likes_left, day } = await getAllowance(tx, who, now, zone);
    if (likes_left === 0) throw limitReached(now, day.to);
    const match = await likeWithin(app, tx, { site, liker: member, liked: other });
    await tx.one(countLike, site, member, other, now.toISOString());
    await tx.one(runDay, site, member, day.from.toISOString(), day.to.toISOString());
    return match;
  });
}

const HOUR_MS = 3_600_000;

const limitReached = (now: Date, next: Date) =>
  new Refusal("swipe_limit_reached", {
    likes: SWIPE_LIKES_PER_DAY,
    next_at: next.toISOString(),
    hours: Math.max(1, Math.ceil((next.getTime() - now.getTime()) / HOUR_MS)),
  });

/** Skips a member, who is then not shown for 30 days. */
export async function swipeLeft(app: Resources, { site, member }: Who, other: number, zone: string | null) {
  if (member === other) throw new Refusal("not_found");
  await app.db.transaction(async (tx) => {
    orNotFound(await findCard(tx, site, member, other));
    await tx.one(takeTurn, site, member, zone, DEFAULT_ZONE);
    await tx.one(insertSkip, site, member, other, app.clock.iso());
    await tx.one(rememberSkip, site, member, other);
  });
}

/** The member of the last skip, shown again; null when there is none, or when it was taken back before. */
export async function undoSkip(app: Resources, { site, member }: Who): Promise<number | null> {
  return (await app.db.one(takeBack, site, member))?.skipped_id ?? null;
}

/** Swipes of the member and of others about the member. */
export async function eraseSwipes(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deletePlayer, site, member);
}
