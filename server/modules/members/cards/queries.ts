/**
 * What lists show of members, kept in the process by the version that the search row names: a search reads ids from an index
 * and finds most cards here. A card is never older than its search row, so nothing has to be forgotten in time.
 */
import type { Db } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { CardRow, ShownCards } from "../tables.ts";

type Card = Omit<CardRow, "last_active" | "liked" | "shown">;

/**
 * Members picked for a list, in their order, with what only the viewer or the moment knows: a row of columns, because a row
 * for each member is read at twice the cost.
 */
export interface Picked {
  /** Null for nobody, as the other columns then are. */
  ids: number[] | null;
  card_versions: number[] | null;
  last_active: string[] | null;
  /** Those of them whom the viewer likes; null for nobody. */
  liked: number[] | null;
}

/** What a statement says of `p`, rows of `member_search` in their order; $1 is the site and $2 the viewer. */
export const PICKED = `array_agg(p.member_id) as ids, array_agg(p.card_version) as card_versions, array_agg(p.last_active) as last_active,
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
  shown: ShownCards;
}

/** Two generations: what is asked for moves to the young one, the old one is dropped when the young one is full. */
interface Generations {
  young: Map<number, KeptCard>;
  old: Map<number, KeptCard>;
}
const kept = new WeakMap<Db, Generations>();

/** The cards of the picked members, in their order; one who is gone meanwhile is left out. */
export async function cardsOf(db: Db, site: number, picked: Picked): Promise<CardRow[]> {
  const { ids, card_versions: versions, last_active, liked } = picked;
  if (!ids) return [];
  const cards = kept.get(db) ?? { young: new Map(), old: new Map() };
  kept.set(db, cards);
  const missing = new Map<number, number>();
  for (const [at, id] of ids.entries()) if (find(cards, id)?.version !== versions![at]) missing.set(id, versions![at]!);
  if (missing.size) await fetchCards(db, site, cards, missing);
  const rows: CardRow[] = [];
  for (const [at, id] of ids.entries()) {
    const kept = find(cards, id);
    if (!kept) continue;
    const { card, shown } = kept;
    rows.push({ ...card, last_active: last_active![at]!, liked: liked?.includes(id) ?? false, shown });
  }
  return rows;
}

/** `missing` is the version of each. */
async function fetchCards(db: Db, site: number, cards: Generations, missing: Map<number, number>): Promise<void> {
  const rows = await db.all(cardsById, site, [...missing.keys()]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [id, version] of missing) {
    const card = byId.get(id);
    if (card) keep(cards, id, { version, card, shown: { day: "", cards: [] } });
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
