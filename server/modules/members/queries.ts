/** Reads of members. `CARD_COLUMNS` is what every list selects, `mayMeet` what nobody passes who is blocked either way. */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import type { CardRow, DetailsRow, MemberRow } from "./tables.ts";

const MEMBER_COLUMNS = `id, name, gender, looking_for, date_of_birth, country, countryregion, city, main_photo_id, fictional,
  created_at, confirmed_at, premium_since, invisible_since, consent_withdrawn_at, seen`;

/** Columns of a `CardRow`; needs `joinCard`, and `$1` site, `$2` viewer (0 for a visitor). */
export const CARD_COLUMNS = `m.id, m.name, m.gender, m.date_of_birth, m.country, m.countryregion, m.city, m.main_photo_id, m.main_thumbhash, m.fictional,
  s.last_active, exists (select from likes k where k.site_id = $1 and k.liker_id = $2 and k.liked_id = m.id) as liked`;

/**
 * `m` and `s` of a card, looked up row by row whatever the planner thinks of the size of a list: "offset 0" keeps it from
 * turning 24 index probes into a scan of all members. `id` is the column that names the member.
 */
export const joinCard = (id: string): string => `
  cross join lateral (select * from members where site_id = $1 and id = ${id} offset 0) m
  left join lateral (select last_active from member_search where site_id = $1 and member_id = ${id} offset 0) s on true`;

const memberById = read<[number, number], MemberRow>(
  `select ${MEMBER_COLUMNS} from members where site_id = $1 and id = $2`,
);
const detailsById = read<[number, number], DetailsRow>(
  `select seek_min_age, seek_max_age, about, sexuality, hair_color, eye_color, body_type, relationship_status, tattoos,
          interests, languages
     from member_details where site_id = $1 and member_id = $2`,
);
const cardById = read<[number, number, number], CardRow & { confirmed: boolean; gone: boolean }>(
  `select ${CARD_COLUMNS}, m.confirmed_at is not null and m.consent_withdrawn_at is null as confirmed,
          m.banned_at is not null or m.leaving_at is not null as gone
     from members m left join member_search s on s.site_id = m.site_id and s.member_id = m.id
    where m.site_id = $1 and m.id = $3`,
);
const blockBetween = read<[number, number, number], { by_viewer: boolean; by_other: boolean }>(
  `select exists (select from blocks where site_id = $1 and blocker_id = $2 and blocked_id = $3) as by_viewer,
          exists (select from blocks where site_id = $1 and blocker_id = $3 and blocked_id = $2) as by_other`,
);
const blockedCards = read<[number, number], CardRow>(
  `select ${CARD_COLUMNS}
     from blocks b ${joinCard("b.blocked_id")}
    where b.site_id = $1 and b.blocker_id = $2 and m.seen order by b.created_at desc limit 500`,
);

const exported = read<
  [number, number],
  {
    members: unknown[];
    member_details: unknown[];
    photos: unknown[];
    blocks: unknown[];
    member_search: unknown[];
    cell_moves: unknown[];
  }
>(
  `select array(select to_jsonb(m) - array['site_id', 'name_key', 'main_thumbhash'] from members m where site_id = $1 and id = $2) as members,
          array(select to_jsonb(d) - 'site_id' from member_details d where site_id = $1 and member_id = $2) as member_details,
          array(select to_jsonb(p) - array['site_id', 'thumbhash', 'phash'] from photos p
                 where site_id = $1 and member_id = $2 order by position, id) as photos,
          array(select to_jsonb(b) - 'site_id' || jsonb_build_object('name', m.name)
                  from blocks b join members m on m.site_id = b.site_id and m.id = b.blocked_id
                 where b.site_id = $1 and b.blocker_id = $2 order by b.created_at) as blocks,
          array(select to_jsonb(s) - 'site_id' from member_search s where site_id = $1 and member_id = $2) as member_search,
          array(select to_jsonb(v) - 'site_id' from cell_moves v where site_id = $1 and member_id = $2) as cell_moves`,
);

/** For the export. Who has blocked the member is that person's affair and not in it. */
export const exportMember = async (db: Queries, site: number, id: number) => (await db.one(exported, site, id))!;

export const findMember = (db: Queries, site: number, id: number): Promise<MemberRow | null> =>
  db.one(memberById, site, id);

export async function getMember(db: Queries, site: number, id: number): Promise<MemberRow> {
  return orNotFound(await findMember(db, site, id));
}

export async function getDetails(db: Queries, site: number, id: number): Promise<DetailsRow> {
  return orNotFound(await db.one(detailsById, site, id));
}

/** A member's card as `viewer` (0: a visitor) sees it, with whether they may be seen, and whether they are banned or leaving; null when there is none. */
export const findCard = (db: Queries, site: number, viewer: number, id: number) => db.one(cardById, site, viewer, id);

/** Who of the two has blocked whom. */
export async function blocksBetween(db: Queries, site: number, viewer: number, other: number) {
  return (await db.one(blockBetween, site, viewer, other))!;
}

export const listBlocked = (db: Queries, site: number, viewer: number): Promise<CardRow[]> =>
  db.all(blockedCards, site, viewer);

/** SQL: `column` is neither blocked by nor blocking `$2`; one index probe each way, the list is built once per statement. */
export const notBlocked = (column: string): string =>
  `${column} <> all (array(select blocked_id from blocks where site_id = $1 and blocker_id = $2
                     union all select blocker_id from blocks where site_id = $1 and blocked_id = $2))`;
