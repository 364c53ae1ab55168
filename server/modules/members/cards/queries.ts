/**
 * What lists show of members, kept in the process by the version that the search row names: a search reads ids from an index
 * and finds most cards here. A card is never older than its search row, so nothing has to be forgotten in time.
 */
import type { Db } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { CardRow, PickedRow } from "../tables.ts";

type Card = Omit<CardRow, "last_active" | "liked">;

/**
 * Members picked for a list, in their order, with what only the viewer or the moment knows: a row of columns, because a row
 * for each member is read at twice the cost.
 */
export interface Picked {
  /** Null for nobody, as the other columns then are. */
  ids: number[] | null;
  card_versions: number[] | null;
  online: boolean[] | null;
  /** Those of them whom the viewer likes; null for nobody. */
  liked: number[] | null;
}

/** What a statement says of `p`, rows of `member_search` in their order; $1 is the site, $2 the viewer, `since` when who is online was active. */
export const picked = (since: string): string =>
  `array_agg(p.member_id) as ids, array_agg(p.card_version) as card_versions, array_agg(p.last_active > ${since}) as online,
       array_agg(p.member_id) filter (
         where p.member_id in (select liked_id from likes where site_id = $1 and liker_id = $2)) as liked`;

/** About a kilobyte each, once shown. */
const KEPT = 30_000;

const cardsById = read<[number, number[]], Card>(
  `select id, name, gender, date_of_birth, country, countryregion, city, main_photo_id, main_thumbhash, fictional
     from members where site_id = $1 and id = any ($2::bigint[])`,
);

interface KeptCard {
  version: number;
  card: Card;
  /** By what only the viewer and the moment know. */
  rows: (PickedRow | undefined)[];
}

/** Two generations: what is asked for moves to the young one, the old one is dropped when the young one is full. */
interface Generations {
  young: Map<number, KeptCard>;
  old: Map<number, KeptCard>;
}
const kept = new WeakMap<Db, Generations>();

/** The cards of the picked members, in their order; one who is gone meanwhile is left out. */
export async function cardsOf(db: Db, site: number, picked: Picked): Promise<PickedRow[]> {
  const { ids, card_versions: versions } = picked;
  if (!ids) return [];
  const cards = kept.get(db) ?? { young: new Map(), old: new Map() };
  kept.set(db, cards);
  const rows: PickedRow[] = [];
  const missing = new Map<number, number>();
  for (const [at, id] of ids.entries()) {
    const found = find(cards, id);
    if (found && found.version === versions![at]) rows.push(rowOf(found, picked, at));
    else missing.set(id, versions![at]!);
  }
  if (!missing.size) return rows;
  await fetchCards(db, site, cards, missing);
  return ids.flatMap((id, at) => {
    const found = find(cards, id);
    return found ? [rowOf(found, picked, at)] : [];
  });
}

function rowOf({ card, rows }: KeptCard, picked: Picked, at: number): PickedRow {
  const online = picked.online![at]!;
  const liked = picked.liked?.includes(card.id) ?? false;
  const way = (online ? 2 : 0) + (liked ? 1 : 0);
  rows[way] ??= Object.freeze({ ...card, online, liked, shown: { day: "", card: null } });
  return rows[way];
}

/** `missing` is the version of each. */
async function fetchCards(db: Db, site: number, cards: Generations, missing: Map<number, number>): Promise<void> {
  const rows = await db.all(cardsById, site, [...missing.keys()]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [id, version] of missing) {
    const card = byId.get(id);
    if (card) keep(cards, id, { version, card, rows: [] });
    else forget(cards, id);
  }
}

function find(cards: Generations, id: number): KeptCard | undefined {
  const young = cards.young.get(id);
  if (young) return young;
  const old = cards.old.get(id);
  if (old) keep(cards, id, old);
  return old;
}

function keep(cards: Generations, id: number, card: KeptCard): void {
  if (cards.young.size >= KEPT / 2) {
    cards.old = cards.young;
    cards.young = new Map();
  }
  cards.young.set(id, card);
}

function forget(cards: Generations, id: number): void {
  cards.young.delete(id);
  cards.old.delete(id);
}
