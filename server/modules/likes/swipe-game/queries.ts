/** The stack of the swipe game, and what is left of the day's likes. */
import { GENDERS, numberOf } from "@serenade/contract/attributes";
import { SWIPE_REST_DAYS } from "@serenade/contract/limits";
import type { Clock } from "../../../kernel/clock.ts";
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { CARD_COLUMNS, getDetails, getMember } from "../../members/queries.ts";
import { ageOn, birthRange, gendersOf } from "../../members/rules.ts";
import { countryNumber } from "../../members/search-entries/commands.ts";
import type { CardRow } from "../../members/tables.ts";
import { fittingBothWays } from "../../search/queries.ts";
import { type Allowance, allowanceOf, type Day, DEFAULT_ZONE, dayThatCounts } from "./rules.ts";
import type { PlayerRow } from "./tables.ts";

const player = read<[number, number], PlayerRow>(
  "select time_zone, day_from, day_to, last_skipped_id from swipe_players where site_id = $1 and member_id = $2",
);
const likedSince = read<[number, number, string], { liked: number }>(
  "select count(*)::int as liked from swipe_likes where site_id = $1 and member_id = $2 and liked_at >= $3",
);

type CandidateParams = [
  site: number,
  viewer: number,
  genders: number[],
  country: number,
  from: string,
  to: string,
  limit: number,
  own: number,
  age: number,
  rested: string,
];

const BOTH_WAYS = fittingBothWays({ genders: "$3", from: "$5", to: "$6", own: "$8", age: "$9" });

/** Both ways, as for a new member; neither liked nor skipped of late. */
const candidates = (where: string) =>
  read<CandidateParams, CardRow>(
    `select ${CARD_COLUMNS}
       ${BOTH_WAYS} and ${where}
        and not exists (select from likes k where k.site_id = $1 and k.liker_id = $2 and k.liked_id = s.member_id)
        and not exists (select from swipe_skips w
                         where w.site_id = $1 and w.member_id = $2 and w.skipped_id = s.member_id and w.skipped_at > $10)
      order by s.last_active desc, s.member_id desc limit $7::int`,
  );
const CANDIDATES = { near: candidates("s.country = $4::smallint"), elsewhere: candidates("s.country <> $4::smallint") };

/** Members who fit the member and whom the member fits: of their own country first, then of the others. */
export async function listCandidates(
  { db, clock }: { db: Queries; clock: Clock },
  site: number,
  member: number,
  limit: number,
): Promise<CardRow[]> {
  const [self, seeks] = await Promise.all([getMember(db, site, member), getDetails(db, site, member)]);
  const today = clock.iso();
  const born = birthRange(seeks.seek_min_age, seeks.seek_max_age, today);
  const genders = gendersOf(self.looking_for).map((gender) => numberOf(GENDERS, gender));
  const own = 1 << (self.gender - 1);
  const age = ageOn(self.date_of_birth, today);
  const rested = clock.in(-SWIPE_REST_DAYS * 86_400);
  const ask = (statement: (typeof CANDIDATES)["near"], room: number) =>
    db.all(statement, site, member, genders, countryNumber(self.country), born.from, born.to, room, own, age, rested);
  const near = await ask(CANDIDATES.near, limit);
  return near.length < limit ? [...near, ...(await ask(CANDIDATES.elsewhere, limit - near.length))] : near;
}

export interface Who {
  site: number;
  member: number;
}

/** The day that counts for the member now, and what is left of it. `zone` is what the browser says; else what it said last. */
export async function getAllowance(
  db: Queries,
  { site, member }: Who,
  now: Date,
  zone: string | null,
): Promise<Allowance & { day: Day }> {
  const row = await db.one(player, site, member);
  const running = row?.day_from && row.day_to ? { from: new Date(row.day_from), to: new Date(row.day_to) } : null;
  const day = dayThatCounts(now, zone ?? row?.time_zone ?? DEFAULT_ZONE, running);
  const { liked } = (await db.one(likedSince, site, member, day.from.toISOString()))!;
  return { ...allowanceOf(liked, day), day };
}

const exported = read<[number, number], { swipe_players: unknown[]; swipe_likes: unknown[]; swipe_skips: unknown[] }>(
  `select array(select to_jsonb(p) - 'site_id' from swipe_players p where site_id = $1 and member_id = $2) as swipe_players,
          array(select to_jsonb(l) - 'site_id' from swipe_likes l
                 where site_id = $1 and member_id = $2 order by liked_at) as swipe_likes,
          array(select to_jsonb(s) - 'site_id' from swipe_skips s
                 where site_id = $1 and member_id = $2 order by skipped_at) as swipe_skips`,
);

/** For the export. Who has skipped the member is that person's affair and not in it. */
export const exportSwipes = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, site, member))!;
