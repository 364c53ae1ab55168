/** Member search (§1, §3 Search state, §6 Visitor). */
import { SEARCH_PAGE } from "@serenade/contract/limits";
import { SearchApi } from "@serenade/contract/search";
import { type Call, on } from "../../kernel/door.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { presentCard } from "../members/present.ts";
import { countryNumber } from "../members/search-entries/commands.ts";
import { getSite, regionNumbers } from "../site/queries.ts";
import { searchCards, searchSimilar } from "./queries.ts";
import { planOf, widened } from "./rules.ts";

const SIMILAR = 12;

export const searchRoutes = [on(SearchApi.list, "anyone", search)];

async function search({ db, ids, clock, site, member, query: { page = 1, ...filters } }: Call<typeof SearchApi.list>) {
  const viewing = { ids, now: clock.now() };
  if (!member && !(await getSite(db, site.id)).settings.logged_out_search) throw new Refusal("authentication_required");
  const regions = await regionNumbers(db);
  const numbers = { country: countryNumber, region: (code: string) => regions.get(code) ?? -1 };
  const today = viewing.now.toISOString();
  const plan = planOf(filters, today, numbers);
  const at = { site: site.id, viewer: member?.id ?? 0, limit: SEARCH_PAGE, offset: (page - 1) * SEARCH_PAGE };
  const { cards: results, total: numResults } = await searchCards(db, plan, at);
  const asked = {
    asked: plan,
    wider: planOf(widened(filters), today, numbers),
    region: filters.countryregion ? numbers.region(filters.countryregion) : 0,
    country: filters.country
      ? countryNumber(filters.country)
      : filters.countryregion
        ? countryNumber(filters.countryregion.slice(0, 2))
        : 0,
  };
  const similar =
    results.length < SEARCH_PAGE ? await searchSimilar(db, asked, { ...at, limit: SIMILAR, offset: 0 }) : [];
  return {
    page,
    results: results.map((row) => presentCard(row, viewing)),
    // Facets are up to a minute old; what is on screen counts in any case.
    numResults: Math.max(numResults, at.offset + results.length),
    similar: similar.map((row) => presentCard(row, viewing)),
  };
}
