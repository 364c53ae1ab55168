/** What lists show of members, as the database has it at this moment. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { onlineSince } from "../rules.ts";
import type { ListedCardRow } from "../tables.ts";

const blockedEitherWay = `select blocked_id as id from blocks where site_id = $1 and blocker_id = $2
  union all select blocker_id from blocks where site_id = $1 and blocked_id = $2`;

type Row = ListedCardRow & { unseen: number[] };
/** One row at least, so that a page without members says whom the viewer does not see too. */
const cardsById = read<[site: number, viewer: number, ids: number[], online_since: string], Row>(
  `select card.*, b.unseen
     from (select array(${blockedEitherWay}) as unseen) b
     left join lateral (
          select m.id, m.name, m.gender, m.date_of_birth, m.country, m.countryregion, m.city, m.main_photo_id, m.main_thumbhash,
                 m.fictional, s.last_active > $4::timestamptz as online,
                 exists (select from likes where site_id = $1 and liker_id = $2 and liked_id = m.id) as liked
            from unnest($3::bigint[]) with ordinality as wanted (id, place)
           cross join lateral (select last_active from member_search
                                where site_id = $1 and member_id = wanted.id and last_active is not null offset 0) s
           cross join lateral (select * from members where site_id = $1 and id = wanted.id offset 0) m
           order by wanted.place) card on true`,
);
const unseenBy = read<[site: number, viewer: number], { id: number }>(blockedEitherWay);

/** The cards of these members in their order, of those who can be found; and whom the viewer does not see (blocked either way). */
export async function listCards(
  db: Queries,
  { site, viewer, now }: { site: number; viewer: number; now: Date },
  ids: number[],
): Promise<{ cards: ListedCardRow[]; unseen: number[] }> {
  const rows = await db.all(cardsById, site, viewer, ids, onlineSince(now));
  const cards = rows[0]!.id === null ? [] : rows;
  return { cards, unseen: rows[0]!.unseen };
}

/** Whom the viewer does not see: blocked either way. */
export const listUnseen = async (db: Queries, site: number, viewer: number): Promise<number[]> =>
  (await db.all(unseenBy, site, viewer)).map(({ id }) => id);
