/** The stack of the swipe game, and the remaining likes of the day. */
import { SWIPE_REST_DAYS } from "@serenade/contract/limits";
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { ListedCardRow } from "../../members/tables.ts";
import { wishOf } from "../../search/filters/rules.ts";
import { getSearcher, listFitting, listLikedIds } from "../../search/queries.ts";
import { type Allowance, allowanceOf, type Day, DEFAULT_ZONE, dayThatCounts } from "./rules.ts";
import type { PlayerRow } from "./tables.ts";

const player = read<{ site: number; member: number }, PlayerRow>(
  "select time_zone, day_from, day_to, last_skipped_id from swipe_players where site_id = $site and member_id = $member",
);
const likedSince = read<{ site: number; member: number; since: string }, { liked: number }>(
  "select count(*)::int as liked from swipe_likes where site_id = $site and member_id = $member and liked_at >= $since",
);

const resting = read<{ site: number; member: number; since: string }, { id: number }>(
  "select skipped_id as id from swipe_skips where site_id = $site and member_id = $member and skipped_at > $since",
);

/** Members who match both ways, neither liked nor recently skipped: of the member's own country first. */
export async function listCandidates(
  app: Resources,
  site: number,
  member: number,
  limit: number,
): Promise<ListedCardRow[]> {
  const { db, clock } = app;
  const [self, liked, skipped] = await Promise.all([
    getSearcher(app, site, member),
    listLikedIds(app, site, member),
    db.all(resting, { site, member, since: clock.in(-SWIPE_REST_DAYS * 86_400) }),
  ]);
  const except = [...liked, ...skipped.map(({ id }) => id)];
  const page = { site, viewer: member, limit, offset: 0, now: clock.now() };
  return listFitting(app, wishOf(self, clock.iso()), { first: self.country, except }, page);
}

export interface Who {
  site: number;
  member: number;
}

/** The current day of the member and its remaining likes. `zone` is from the browser; else the last one stored. */
export async function getAllowance(
  db: Queries,
  { site, member }: Who,
  now: Date,
  zone: string | null,
): Promise<Allowance & { day: Day }> {
  const row = await db.one(player, { site, member });
  const running = row?.day_from && row.day_to ? { from: new Date(row.day_from), to: new Date(row.day_to) } : null;
  const day = dayThatCounts(now, zone ?? row?.time_zone ?? DEFAULT_ZONE, running);
  const { liked } = (await db.one(likedSince, { site, member, since: day.from.toISOString() }))!;
  return { ...allowanceOf(liked, day), day };
}

const exported = read<
  { site: number; member: number },
  { swipe_players: unknown[]; swipe_likes: unknown[]; swipe_skips: unknown[] }
>(
  `select array(select to_jsonb(p) - 'site_id' from swipe_players p where site_id = $site and member_id = $member) as swipe_players,
          array(select to_jsonb(l) - 'site_id' from swipe_likes l
                 where site_id = $site and member_id = $member order by liked_at) as swipe_likes,
          array(select to_jsonb(s) - 'site_id' from swipe_skips s
                 where site_id = $site and member_id = $member order by skipped_at) as swipe_skips`,
);

/** For the export. Who has skipped the member is that person's affair and not in it. */
export const exportSwipes = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, { site, member }))!;
