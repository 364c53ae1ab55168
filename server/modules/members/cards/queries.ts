/**
 * What lists show of members, kept in the process by the version that the search row names: a search reads ids from an index
 * and finds most cards here. A card is never older than its search row, so nothing has to be forgotten in time.
 */
import type { Db } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { CardRow, ShownCards } from "../tables.ts";

type Card = Omit<CardRow, "last_active" | "liked" | "shown">;

/** A member picked for a list, with what only the viewer or the moment knows. */
export interface PickedRow {
  id: number;
  card_version: number;
  last_active: string;
  /** Null is no. */
  liked: boolean | null;
}

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
export async function cardsOf(db: Db, site: number, picked: PickedRow[]): Promise<CardRow[]> {
  const cards = kept.get(db) ?? { young: new Map(), old: new Map() };
  kept.set(db, cards);
  const missing = picked.filter(({ id, card_version }) => find(cards, id)?.version !== card_version);
  if (missing.length) await fetchCards(db, site, cards, missing);
  const rows: CardRow[] = [];
  for (const { id, last_active, liked } of picked) {
    const kept = find(cards, id);
    if (kept) rows.push({ ...kept.card, last_active, liked: liked === true, shown: kept.shown });
  }
  return rows;
}

async function fetchCards(db: Db, site: number, cards: Generations, missing: PickedRow[]): Promise<void> {
  const rows = await db.all(
    cardsById,
    site,
    missing.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, card_version: version } of missing) {
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
