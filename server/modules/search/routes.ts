/** Member search (§1, §3 Search state, §6 Visitor). */

import { GENDERS, numberOf } from "@serenade/contract/attributes";
import { SEARCH_PAGE, SIGNUP_MATCHES } from "@serenade/contract/limits";
import { SearchApi, SignupMatchesApi } from "@serenade/contract/search";
import { type Call, type Member, on } from "../../kernel/door.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { presentCard } from "../members/present.ts";
import { getDetails, getMember } from "../members/queries.ts";
import { ageOn, birthRange, gendersOf } from "../members/rules.ts";
import { countryNumber } from "../members/search-entries/commands.ts";
import { getSite, regionNumbers } from "../site/queries.ts";
import { listFitting, searchCards, searchSimilar } from "./queries.ts";
import { planOf, widened } from "./rules.ts";

const SIMILAR = 12;

export const searchRoutes = [
  on(SearchApi.list, "anyone", search),
  on(SignupMatchesApi.list, "member", async (call) => ({ profiles: await signupMatches(call) })),
];

/** Whom somebody who has just signed up could like (product.md 10). */
async function signupMatches({ db, ids, clock, site, member }: Call<typeof SignupMatchesApi.list, Member>) {
  const [self, seeks] = await Promise.all([getMember(db, site.id, member.id), getDetails(db, site.id, member.id)]);
  const today = clock.iso();
  const wish = {
    site: site.id,
    viewer: member.id,
    genders: gendersOf(self.looking_for).map((gender) => numberOf(GENDERS, gender)),
    own: 1 << (self.gender - 1),
    born: birthRange(seeks.seek_min_age, seeks.seek_max_age, today),
    age: ageOn(self.date_of_birth, today),
    country: countryNumber(self.country),
  };
  const rows = await listFitting(db, wish, SIGNUP_MATCHES);
  return rows.map((row) => presentCard(row, { ids, now: clock.now() }));
}

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
