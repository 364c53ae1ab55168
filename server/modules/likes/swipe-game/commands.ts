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

// Upserting the row locks it for concurrent swipes of the member; each counts after the commit of the one before.
const takeTurn = write<{ site: number; member: number; zone: string | null; defaultZone: string }>(
  `insert into swipe_players (site_id, member_id, time_zone) values ($site, $member, coalesce($zone, $defaultZone))
   on conflict (site_id, member_id) do update set time_zone = coalesce($zone, swipe_players.time_zone)`,
);
const isLiked = read<{ site: number; member: number; other: number }, { liked: boolean }>(
  "select exists (select from likes where site_id = $site and liker_id = $member and liked_id = $other) as liked",
);
const countLike = write<{ site: number; member: number; other: number; liked: string }>(
  `insert into swipe_likes (site_id, member_id, liked_id, liked_at) values ($site, $member, $other, $liked)
   on conflict (site_id, member_id, liked_id) do update set liked_at = excluded.liked_at`,
);
const runDay = write<{ site: number; member: number; dayFrom: string; dayTo: string }>(
  "update swipe_players set day_from = $dayFrom, day_to = $dayTo where site_id = $site and member_id = $member",
);
const insertSkip = write<{ site: number; member: number; other: number; now: string }>(
  `insert into swipe_skips (site_id, member_id, skipped_id, skipped_at) values ($site, $member, $other, $now)
   on conflict (site_id, member_id, skipped_id) do update set skipped_at = excluded.skipped_at`,
);
const rememberSkip = write<{ site: number; member: number; other: number | null }>(
  "update swipe_players set last_skipped_id = $other where site_id = $site and member_id = $member",
);
const takeBack = write<{ site: number; member: number }, { skipped_id: number }>(
  `with last as (
     select site_id, member_id, last_skipped_id from swipe_players
      where site_id = $site and member_id = $member and last_skipped_id is not null for update),
   forgotten as (
     update swipe_players p set last_skipped_id = null from last
      where p.site_id = last.site_id and p.member_id = last.member_id)
   delete from swipe_skips s using last
    where s.site_id = last.site_id and s.member_id = last.member_id and s.skipped_id = last.last_skipped_id
   returning s.skipped_id`,
);
const deletePlayer = write<{ site: number; member: number }>(
  `with liked as (delete from swipe_likes where site_id = $site and $member in (member_id, liked_id)),
        skips as (delete from swipe_skips where site_id = $site and $member in (member_id, skipped_id)),
        others as (update swipe_players set last_skipped_id = null where site_id = $site and last_skipped_id = $member and member_id <> $member)
   delete from swipe_players where site_id = $site and member_id = $member`,
);

/**
 * Likes through the game: the fifth of a day is refused with the time of the next. The same one again is no second
 * like.
 */
export async function swipeRight(app: Resources, who: Who, other: number, zone: string | null): Promise<boolean> {
  const { site, member } = who;
  return app.db.transaction(async (tx) => {
    await tx.one(takeTurn, { site, member, zone, defaultZone: DEFAULT_ZONE });
    if ((await tx.one(isLiked, { site, member, other }))!.liked) return areMatched(tx, site, member, other);
    const now = app.clock.now();
    const { likes_left, day } = await getAllowance(tx, who, now, zone);
    if (likes_left === 0) throw limitReached(now, day.to);
    const match = await likeWithin(app, tx, { site, liker: member, liked: other });
    await tx.one(countLike, { site, member, other, liked: now.toISOString() });
    await tx.one(runDay, { site, member, dayFrom: day.from.toISOString(), dayTo: day.to.toISOString() });
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
    await tx.one(takeTurn, { site, member, zone, defaultZone: DEFAULT_ZONE });
    await tx.one(insertSkip, { site, member, other, now: app.clock.iso() });
    await tx.one(rememberSkip, { site, member, other });
  });
}

/** The member of the last skip, shown again; null when there is none or it was undone already. */
export async function undoSkip(app: Resources, { site, member }: Who): Promise<number | null> {
  return (await app.db.one(takeBack, { site, member }))?.skipped_id ?? null;
}

/** Swipes of the member and of others about the member. */
export async function eraseSwipes(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deletePlayer, { site, member });
}
