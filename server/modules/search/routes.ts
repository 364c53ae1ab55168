/** Member search (§1, §3 Search state, §6 Visitor). */

import { SEARCH_PAGE, SIGNUP_MATCHES, VISITOR_SEARCH_PAGES } from "@serenade/contract/limits";
import { SearchApi, SignupMatchesApi } from "@serenade/contract/search";
import { type Call, type Member, on } from "../../kernel/door.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { listShownToVisitors } from "../account/preferences/queries.ts";
import { NO_CELL } from "../members/cells/rules.ts";
import { takeViewOfDay } from "../members/commands.ts";
import { presentCard, type Viewing } from "../members/present.ts";
import { PROFILE_VIEWS } from "../members/rules.ts";
import { countryNumber } from "../members/search-entries/commands.ts";
import type { PickedRow } from "../members/tables.ts";
import { getSite, regionNumbers } from "../site/queries.ts";
import { mayVisitorSearch } from "../site/rules.ts";
import { findFitting, findMix, findSimilar, type Look, listRelaxations, lookFor } from "./mixes/queries.ts";
import { getSearcher, listLikedIds, searchCards } from "./queries.ts";
import {
  bornAt,
  bothWaysOf,
  type Filters,
  filtersSet,
  isPersonal,
  isSummed,
  notOffered,
  planOf,
  type Searcher,
  wantedOf,
  widened,
} from "./rules.ts";

const SIMILAR = 12;

export const searchRoutes = [
  on(SearchApi.list, "anyone", search, { limit: PROFILE_VIEWS }),
  on(SignupMatchesApi.list, "member", async (call) => ({ profiles: await signupMatches(call) })),
];

/** Whom somebody who has just signed up could like (product.md 10): nobody whom they like already. */
async function signupMatches(call: Call<typeof SignupMatchesApi.list, Member>) {
  const { db, ids, clock, site, member } = call;
  const self = await getSearcher(call, site.id, member.id);
  const except = await listLikedIds(db, site.id, member.id);
  const page = { site: site.id, viewer: member.id, limit: SIGNUP_MATCHES, offset: 0, now: clock.now() };
  const rows = await findFitting(call, bothWaysOf(self, clock.iso()), { country: self.country, except }, page);
  return rows.map((row) => presentCard(row, { ids, now: page.now }));
}

async function search(call: Call<typeof SearchApi.list>) {
  const { db, ids, clock, site, member } = call;
  const { page = 1, network, ref, ...filters } = call.query;
  const viewing = { ids, now: clock.now() };
  const { settings } = await getSite(db, site.id);
  if (!member && !mayVisitorSearch(settings, { network, ref }, call.request.cookies))
    throw new Refusal("authentication_required");
  const wrong = notOffered(filters, settings);
  if (wrong) throw new Refusal("invalid", {}, { [wrong]: "invalid" });
  await takeViewOfDay(call);
  if (!member && page > VISITOR_SEARCH_PAGES) throw new Refusal("authentication_required");
  const regions = await regionNumbers(db);
  const numbers = { country: countryNumber, region: (code: string) => regions.get(code) ?? -1 };
  const searcher = isPersonal(filters) ? await searcherOf(call, filters) : null;
  const today = viewing.now.toISOString();
  const { now } = viewing;
  const at = { site: site.id, viewer: member?.id ?? 0, limit: SEARCH_PAGE, offset: (page - 1) * SEARCH_PAGE, now };
  const firsts = { ...at, limit: SIMILAR, offset: 0 };
  let looked: Promise<Look> | null = null;
  const look = () => (looked ??= lookFor(call, wantedOf(filters, today, numbers, searcher), at));
  const mix = isSummed(filters) ? null : await look();
  const { cards, total: numResults } = mix
    ? await findMix(db, mix, at)
    : await searchCards(db, planOf(filters, today, numbers), at);
  const { min_age, max_age } = widened(filters);
  const similar =
    cards.length === SEARCH_PAGE
      ? []
      : await findSimilar(db, await look(), bornAt(min_age, max_age, today), cards, firsts);
  const set = numResults ? [] : filtersSet(filters);
  return {
    page,
    results: await presentTo(call, cards, viewing),
    numResults,
    similar: await presentTo(call, similar, viewing),
    relaxations: set.length ? listRelaxations(await look(), set) : [],
  };
}

/** To visitors only the photos of those who chose to be shown to them. */
async function presentTo({ db, site, member }: Call, cards: PickedRow[], viewing: Viewing) {
  const shown = cards.map((row) => presentCard(row, viewing));
  if (member || cards.length === 0) return shown;
  const ids = cards.map(({ id }) => id);
  const open = await listShownToVisitors(db, site.id, ids);
  return shown.map((card) => (open.has(card.id) ? card : { ...card, main_image: null }));
}

/** Who searches; a search near somebody who has said no town, or around nobody, is refused in words. */
async function searcherOf(call: Call<typeof SearchApi.list>, filters: Filters): Promise<Searcher> {
  if (!call.member) throw new Refusal("authentication_required");
  const searcher = await getSearcher(call, call.site.id, call.member.id);
  if (filters.near && searcher.cell === NO_CELL) throw new Refusal("place_missing");
  return searcher;
}
