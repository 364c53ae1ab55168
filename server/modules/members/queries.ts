/**
 * Reads of members. `CARD_COLUMNS` is the select list of cards, `mayMeet` excludes members blocked in either direction.
 */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { getSite } from "../site/queries.ts";
import type { CardRow, DetailsRow, MemberRow } from "./tables.ts";

const MEMBER_COLUMNS = `id, name, gender, looking_for, date_of_birth, country, countryregion, city, main_photo_id, fictional,
  created_at, confirmed_at, premium_since, invisible_since, consent_withdrawn_at, seen`;

/** Columns of a `CardRow`; needs `joinCard`, and `$1` site, `$2` viewer (0 for a visitor). */
export const CARD_COLUMNS = `m.id, m.name, m.gender, m.date_of_birth, m.country, m.countryregion, m.city, m.main_photo_id, m.main_thumbhash, m.fictional,
  s.last_active, exists (select from likes k where k.site_id = $site and k.liker_id = $viewer and k.liked_id = m.id) as liked`;

/**
 * Joins `m` and `s` of a card row by row, whatever the planner estimates: "offset 0" prevents it from turning 24 index
 * probes into a scan of all members. `id` is the column with the member's id.
 */
export const joinCard = (id: string): string => `
  cross join lateral (select * from members where site_id = $site and id = ${id} offset 0) m
  left join lateral (select last_active from member_search where site_id = $site and member_id = ${id} offset 0) s on true`;

const memberById = read<{ site: number; id: number }, MemberRow>(
  `select ${MEMBER_COLUMNS} from members where site_id = $site and id = $id`,
);
const detailsById = read<{ site: number; id: number }, DetailsRow>(
  `select seek_min_age, seek_max_age, about, answers, sexuality, hair_color, eye_color, body_type, relationship_status, tattoos,
          interests, languages
     from member_details where site_id = $site and member_id = $id`,
);
const interestsAndAnswers = read<
  { site: number; members: number[] },
  { member_id: number } & Pick<DetailsRow, "interests" | "answers">
>(
  "select member_id, interests, answers from member_details where site_id = $site and member_id = any ($members::bigint[])",
);
const cardById = read<{ site: number; viewer: number; id: number }, CardRow & { confirmed: boolean; gone: boolean }>(
  `select ${CARD_COLUMNS}, m.confirmed_at is not null and m.consent_withdrawn_at is null as confirmed,
          m.banned_at is not null or m.leaving_at is not null as gone
     from members m left join member_search s on s.site_id = m.site_id and s.member_id = m.id
    where m.site_id = $site and m.id = $id`,
);
const blockBetween = read<{ site: number; viewer: number; other: number }, { by_viewer: boolean; by_other: boolean }>(
  `select exists (select from blocks where site_id = $site and blocker_id = $viewer and blocked_id = $other) as by_viewer,
          exists (select from blocks where site_id = $site and blocker_id = $other and blocked_id = $viewer) as by_other`,
);
const blockedCards = read<{ site: number; viewer: number }, CardRow>(
  `select ${CARD_COLUMNS}
     from blocks b ${joinCard("b.blocked_id")}
    where b.site_id = $site and b.blocker_id = $viewer and m.seen order by b.created_at desc limit 500`,
);

const exported = read<
  { site: number; id: number },
  {
    members: unknown[];
    member_details: unknown[];
    photos: unknown[];
    blocks: unknown[];
    member_search: unknown[];
    cell_moves: unknown[];
  }
>(
  `select array(select to_jsonb(m) - array['site_id', 'name_key', 'main_thumbhash'] from members m where site_id = $site and id = $id) as members,
          array(select to_jsonb(d) - 'site_id' from member_details d where site_id = $site and member_id = $id) as member_details,
          array(select to_jsonb(p) - array['site_id', 'thumbhash', 'phash'] from photos p
                 where site_id = $site and member_id = $id order by position, id) as photos,
          array(select to_jsonb(b) - 'site_id' || jsonb_build_object('name', m.name)
                  from blocks b join members m on m.site_id = b.site_id and m.id = b.blocked_id
                 where b.site_id = $site and b.blocker_id = $id order by b.created_at) as blocks,
          array(select to_jsonb(s) - 'site_id' from member_search s where site_id = $site and member_id = $id) as member_search,
          array(select to_jsonb(v) - 'site_id' from cell_moves v where site_id = $site and member_id = $id) as cell_moves`,
);

/** For the export. Who has blocked the member is that person's affair and not in it. */
export const exportMember = async (db: Queries, site: number, id: number) => (await db.one(exported, { site, id }))!;

export const findMember = (db: Queries, site: number, id: number): Promise<MemberRow | null> =>
  db.one(memberById, { site, id });

export async function getMember(db: Queries, site: number, id: number): Promise<MemberRow> {
  return orNotFound(await findMember(db, site, id));
}

export async function getDetails(db: Queries, site: number, id: number): Promise<DetailsRow> {
  return orNotFound(await db.one(detailsById, { site, id }));
}

/** A member's card for `viewer` (0: a visitor), with visibility and account status; null when there is none. */
export const findCard = (db: Queries, site: number, viewer: number, id: number) =>
  db.one(cardById, { site, viewer, id });

/** What members like and how they finish opening lines, by member. */
export async function listInterestsAndAnswers(db: Queries, site: number, members: number[]) {
  const rows = await db.all(interestsAndAnswers, { site, members });
  return new Map(rows.map((row) => [Number(row.member_id), row]));
}

/** Which of the two has blocked the other. */
export async function blocksBetween(db: Queries, site: number, viewer: number, other: number) {
  return (await db.one(blockBetween, { site, viewer, other }))!;
}

/** For a blocked member (§6): the blocker's name, or nothing where the site is discreet about blocks (product.md 4). */
export async function refusalOfBlock(app: Resources, site: number, name: string): Promise<Refusal> {
  const { settings } = await getSite(app, site);
  return settings.discreet_blocks ? new Refusal("not_found") : new Refusal("blocked", { name });
}

export const listBlocked = (db: Queries, site: number, viewer: number): Promise<CardRow[]> =>
  db.all(blockedCards, { site, viewer });

/**
 * SQL: `column` is neither blocked by nor blocking `$2`; one index probe each way, the list is built once per
 * statement.
 */
export const notBlocked = (column: string, viewer = "$viewer"): string =>
  `${column} <> all (array(select blocked_id from blocks where site_id = $site and blocker_id = ${viewer}
                     union all select blocker_id from blocks where site_id = $site and blocked_id = ${viewer}))`;
