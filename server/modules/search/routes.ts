/** Member search (§1, §3 Search state, §6 Visitor). */

import { SEARCH_PAGE, SIGNUP_MATCHES, VISITOR_SEARCH_PAGES } from "@serenade/contract/limits";
import { SearchApi, SignupMatchesApi } from "@serenade/contract/search";
import { type Call, type Member, on } from "../../kernel/dispatch.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { listShownToVisitors } from "../account/preferences/queries.ts";
import { NO_CELL } from "../members/cells/rules.ts";
import { takeViewOfDay } from "../members/commands.ts";
import { presentCards, type Viewing } from "../members/present.ts";
import { PROFILE_VIEWS } from "../members/rules.ts";
import type { ListedCardRow } from "../members/tables.ts";
import { getSite, regionNumbers } from "../site/queries.ts";
import { mayVisitorSearch } from "../site/visitors/rules.ts";
import { type Filters, isPersonal, notOffered, type Searcher, wishOf } from "./filters/rules.ts";
import { getSearcher, listFitting, listLikedIds, runSearch } from "./queries.ts";

export const searchRoutes = [
  on(SearchApi.list, "anyone", search, { limit: PROFILE_VIEWS }),
  on(SignupMatchesApi.list, "member", async (call) => ({ profiles: await signupMatches(call) })),
];

/** Suggestions for a member who has just signed up (product.md 10), without those already liked. */
async function signupMatches(call: Call<typeof SignupMatchesApi.list, Member>) {
  const { ids, clock, site, member } = call;
  const [self, except] = [await getSearcher(call, site.id, member.id), await listLikedIds(call, site.id, member.id)];
  const page = { site: site.id, viewer: member.id, limit: SIGNUP_MATCHES, offset: 0, now: clock.now() };
  const rows = await listFitting(call, wishOf(self, clock.iso()), { first: self.country, except }, page);
  return presentCards(rows, { ids, now: page.now });
}

async function search(call: Call<typeof SearchApi.list>) {
  const { ids, clock, site, member } = call;
  const { page = 1, network, ref, ...filters } = call.query;
  const { settings } = await getSite(call, site.id);
  if (!member && !mayVisitorSearch(settings, { network, ref }, call.request.cookies))
    throw new Refusal("authentication_required");
  const wrong = notOffered(filters, settings);
  if (wrong) throw new Refusal("invalid", {}, { [wrong]: "invalid" });
  await takeViewOfDay(call);
  if (!member && page > VISITOR_SEARCH_PAGES) throw new Refusal("authentication_required");
  const now = clock.now();
  const criteria = {
    filters,
    now: now.toISOString(),
    regions: await regionNumbers(call),
    searcher: isPersonal(filters) ? await searcherOf(call, filters) : null,
  };
  const offset = (page - 1) * SEARCH_PAGE;
  const found = await runSearch(call, criteria, {
    site: site.id,
    viewer: member?.id ?? 0,
    limit: SEARCH_PAGE,
    offset,
    now,
  });
  const viewing = { ids, now };
  return {
    page,
    results: await presentTo(call, found.cards, viewing),
    numResults: found.total,
    similar: await presentTo(call, found.similar, viewing),
    relaxations: found.relaxations,
  };
}

/** Visitors get only the photos of members who opted in. */
async function presentTo({ db, site, member }: Call, cards: ListedCardRow[], viewing: Viewing) {
  const shown = presentCards(cards, viewing);
  if (member || cards.length === 0) return shown;
  const ids = cards.map(({ id }) => id);
  const open = await listShownToVisitors(db, site.id, ids);
  return shown.map((card) => (open.has(card.id) ? card : { ...card, main_image: null }));
}

/** The caller; refuses a search nearby without a town or without a session. */
async function searcherOf(call: Call<typeof SearchApi.list>, filters: Filters): Promise<Searcher> {
  if (!call.member) throw new Refusal("authentication_required");
  const searcher = await getSearcher(call, call.site.id, call.member.id);
  if (filters.near && searcher.cell === NO_CELL) throw new Refusal("place_missing");
  return searcher;
}
