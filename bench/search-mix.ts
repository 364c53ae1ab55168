/** Searches as people make them, the same in every run: 70 % women, 90 % within a country, age spans from 2 years to all. */

import { randomOf } from "../server/db/demo/random.ts";
import type { Db } from "../server/kernel/db/db.ts";
import { countryNumber } from "../server/modules/members/search-entries/commands.ts";
import { populationOf } from "../server/modules/search/population/queries.ts";
import { searchStatement, wayOf } from "../server/modules/search/queries.ts";
import { type Filters, type Plan, planOf } from "../server/modules/search/rules.ts";

const PAGE = { site: 1, viewer: 0, limit: 24, offset: 0, now: new Date() };

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

/** The statements that the product runs for them: the first page and the total, unless a part is left out. */
export async function searchStatements(db: Db, count: number, part?: "list" | "total") {
  const population = await populationOf(db, PAGE.site);
  const numbers = { country: countryNumber, region: () => 0 };
  const page = part === "total" ? { ...PAGE, limit: 0 } : PAGE;
  const nothing: Plan["spans"] = { periods: [], days: [] };
  return searchMix(count).map((filters) => {
    const plan = planOf(filters, new Date().toISOString(), numbers);
    return searchStatement(part === "list" ? { ...plan, spans: nothing } : plan, page, wayOf(plan, PAGE, population));
  });
}
