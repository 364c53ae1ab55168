/** Searches: found and counted in the index, shown as the database has them at this moment. */
import { ONLINE_SECONDS, SEARCH_PAGE } from "@serenade/contract/limits";
import type { SearchFilter } from "@serenade/contract/search";
import type { Bitmap } from "../../kernel/bitmap.ts";
import { read } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { listCards, listUnseen } from "../members/cards/queries.ts";
import { cellOfTown } from "../members/cells/queries.ts";
import { getDetails, getMember } from "../members/queries.ts";
import { gendersOf } from "../members/rules.ts";
import type { ListedCardRow } from "../members/tables.ts";
import {
  type Criteria,
  inCountry,
  matchingBothWays,
  type Narrow,
  narrowings,
  relaxations,
  type Searcher,
  type Wish,
  widening,
} from "./filters/rules.ts";
import { searchIndexOf } from "./index/queries.ts";
import { exclude, positionOf, type SearchIndex } from "./index/rules.ts";
import { newestOf } from "./ranking/rules.ts";

interface Page {
  site: number;
  /** 0 for a visitor. */
  viewer: number;
  limit: number;
  offset: number;
  /** The moment at which it is shown. */
  now: Date;
}

interface SearchResult {
  cards: ListedCardRow[];
  /** How many there are on all pages. */
  total: number;
  similar: ListedCardRow[];
  /** For a search without results: the number of results without one of its filters, the highest first. */
  relaxations: { drop: SearchFilter; numResults: number }[];
}

const SIMILAR = 12;

/** A page of the members who fit; with what an end or an empty answer offers instead. */
export async function runSearch(app: Resources, criteria: Criteria, page: Page): Promise<SearchResult> {
  const index = await searchIndexOf(app, page.site);
  const narrows = narrowings(criteria).values();
  const { cards, total, unseen } = await pageOf(app, index, matching(index, narrows), page);
  const similar = cards.length < SEARCH_PAGE ? await listSimilar(app, index, criteria, { page, unseen, cards }) : [];
  const relaxations = total === 0 ? listRelaxations(index, criteria, unseen) : [];
  return { cards, total, similar, relaxations };
}

/** A page of matching members; `except` are excluded. */
export async function listMembers(
  app: Resources,
  narrows: Iterable<Narrow | null>,
  page: Page,
  except: readonly number[] = [],
): Promise<ListedCardRow[]> {
  const index = await searchIndexOf(app, page.site);
  const matches = matching(index, narrows);
  exclude(index, matches, except);
  return (await pageOf(app, index, matches, page)).cards;
}

/** Members who match a wish both ways; those of `first`, a country code, before the others. */
export async function listFitting(
  app: Resources,
  wish: Wish,
  { first, except = [] }: { first: string; except?: readonly number[] },
  page: Page,
): Promise<ListedCardRow[]> {
  const index = await searchIndexOf(app, page.site);
  const elsewhere = matching(index, [matchingBothWays(wish, page.now.toISOString())]);
  exclude(index, elsewhere, except);
  const home = elsewhere.copy();
  inCountry(first)(index, home);
  elsewhere.subtract(home);
  const cards = (await pageOf(app, index, home, page)).cards;
  if (cards.length === page.limit) return cards;
  const rest = { ...page, limit: page.limit - cards.length };
  return [...cards, ...(await pageOf(app, index, elsewhere, rest)).cards];
}

/** How many of these members match, among those visible to the viewer. */
export const countMatching = async (
  app: Resources,
  criteria: Criteria,
  who: { site: number; viewer: number },
  ids: readonly number[],
): Promise<number> => (await matchingOf(app, criteria, who, ids)).length;

/** Cards of the first of these members who match and are visible to the viewer, in their order, and how many match. */
export async function pickMatching(
  app: Resources,
  criteria: Criteria,
  { site, viewer, limit }: { site: number; viewer: number; limit: number },
  ids: readonly number[],
): Promise<{ cards: Omit<ListedCardRow, "online">[]; total: number }> {
  const matches = await matchingOf(app, criteria, { site, viewer }, ids);
  const picked = matches.slice(0, limit);
  if (picked.length === 0) return { cards: [], total: 0 };
  const { cards } = await listCards(app.db, { site, viewer }, picked);
  // members who have just been hidden are still in the index
  return { cards, total: matches.length - (picked.length - cards.length) };
}

async function matchingOf(
  app: Resources,
  criteria: Criteria,
  { site, viewer }: { site: number; viewer: number },
  ids: readonly number[],
): Promise<number[]> {
  const index = await searchIndexOf(app, site);
  const matches = matching(index, narrowings(criteria).values());
  exclude(index, matches, [viewer, ...(await listUnseen(app.db, site, viewer))]);
  return ids.filter((id) => positionOf(index, id) >= 0 && matches.has(positionOf(index, id)));
}

function matching(index: SearchIndex, narrows: Iterable<Narrow | null>): Bitmap {
  const matches = index.findable.copy();
  for (const narrow of narrows) narrow?.(index, matches);
  return matches;
}

/**
 * The cards of a page and the ids that the viewer must not see, in one round trip. Few members have blocks, so the page
 * is picked before they are known, and picked again when a blocked member was among the matches.
 */
async function pageOf(app: Resources, index: SearchIndex, matches: Bitmap, page: Page) {
  const { viewer } = page;
  exclude(index, matches, [viewer]);
  let ids = newestOf(index, matches, page);
  let { cards, unseen } = await listCards(app.db, page, ids);
  if (exclude(index, matches, unseen)) {
    ids = newestOf(index, matches, page);
    ({ cards, unseen } = await listCards(app.db, page, ids));
  }
  // members who have just been deleted or hidden are still counted in the index
  const total = matches.count() - (ids.length - cards.length);
  return { cards: withOnline(index, cards, page.now), total, unseen: [viewer, ...unseen] };
}

/** The index has the last activity as in the database, a few seconds later. */
function withOnline(index: SearchIndex, cards: Omit<ListedCardRow, "online">[], now: Date): ListedCardRow[] {
  const since = now.getTime() - ONLINE_SECONDS * 1_000;
  return cards.map((card) => Object.assign(card, { online: index.lastActive[positionOf(index, card.id)]! > since }));
}

/** The newest of each wider search who are in none of those before it. */
async function listSimilar(
  app: Resources,
  index: SearchIndex,
  criteria: Criteria,
  { page, unseen, cards }: { page: Page; unseen: number[]; cards: ListedCardRow[] },
): Promise<ListedCardRow[]> {
  const ids: number[] = [];
  const [self, ...wider] = widening(criteria);
  let before = matching(index, narrowings(self!).values());
  const out = [...unseen, ...cards.map(({ id }) => id)];
  for (const search of wider) {
    const matches = matching(index, narrowings(search).values());
    const fresh = matches.copy();
    fresh.subtract(before);
    exclude(index, fresh, out);
    ids.push(...newestOf(index, fresh, { limit: SIMILAR - ids.length, offset: 0 }));
    if (ids.length === SIMILAR) break;
    before = matches;
  }
  return ids.length ? withOnline(index, (await listCards(app.db, page, ids)).cards, page.now) : [];
}

function listRelaxations(index: SearchIndex, criteria: Criteria, unseen: number[]): SearchResult["relaxations"] {
  const found = relaxations(criteria).map(({ drop, criteria: relaxed }) => {
    const matches = matching(index, narrowings(relaxed).values());
    exclude(index, matches, unseen);
    return { drop, numResults: matches.count() };
  });
  return found.filter(({ numResults }) => numResults > 0).sort((one, other) => other.numResults - one.numResults);
}

const likedIds = read<{ site: number; member: number }, { id: number }>(
  "select liked_id as id from likes where site_id = $site and liker_id = $member",
);

/** Ids of all members whom the member likes. */
export const listLikedIds = async ({ db }: Resources, site: number, member: number): Promise<number[]> =>
  (await db.all(likedIds, { site, member })).map(({ id }) => id);

/** The caller's own data for a search: place, gender, age and wishes. */
export async function getSearcher({ db }: Resources, site: number, member: number): Promise<Searcher> {
  const [self, seeks] = await Promise.all([getMember(db, site, member), getDetails(db, site, member)]);
  return {
    id: member,
    cell: cellOfTown(self),
    country: self.country,
    gender: self.gender,
    date_of_birth: self.date_of_birth,
    looking_for: gendersOf(self.looking_for),
    seek_min_age: seeks.seek_min_age,
    seek_max_age: seeks.seek_max_age,
  };
}
