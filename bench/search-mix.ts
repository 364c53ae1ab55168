/** A realistic mix of searches, the same in every run: 70 % women, 90 % within a country, age spans from 2 years to all. */

import { SEARCH_PAGE } from "@serenade/contract/limits";
import { randomOf } from "../server/db/demo/random.ts";
import type { Resources } from "../server/kernel/resources.ts";
import type { Filters } from "../server/modules/search/filters/rules.ts";
import { runSearch } from "../server/modules/search/queries.ts";
import { regionNumbers } from "../server/modules/site/queries.ts";

export function searchMix(count: number): Filters[] {
  return Array.from({ length: count }, (_, index) => {
    const random = randomOf(index, "bench");
    const min = random.int(18, 55);
    const span = random.pick([2, 5, 10, 20, 45]);
    return {
      gender: random.chance(0.7) ? "woman" : "man",
      ...(random.chance(0.9) ? { country: random.weighted({ NL: 4, DE: 5, FR: 4, GB: 3, US: 3, PL: 1, SE: 1 }) } : {}),
      min_age: min,
      max_age: Math.min(99, min + span),
    };
  });
}

/** Runs them like the API: the nth search, a page of 24 and the total. */
export async function searchesOn(app: Resources, count: number) {
  const regions = await regionNumbers(app);
  const mix = searchMix(count);
  return (n: number) => {
    const now = app.clock.now();
    const criteria = { filters: mix[n % count]!, now: now.toISOString(), regions, searcher: null };
    return runSearch(app, criteria, { site: 1, viewer: 0, limit: SEARCH_PAGE, offset: 0, now });
  };
}
