/** How many of what age live where, as far as a search needs it to choose its way: a guess may be old, an answer is exact all the same. */
import { GENDERS, numberOf } from "@serenade/contract/attributes";
import { COUNTRIES } from "@serenade/contract/locales";
import type { Db } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { countryNumber } from "../../members/search-entries/commands.ts";
import { FIRST_YEAR, LAST_YEAR, openPopulation, type Population, type PopulationRow } from "./rules.ts";

const KEPT_MS = 600_000;
const COUNTRY_NUMBERS = [0, ...COUNTRIES.map(countryNumber)];
const GENDER_NUMBERS = GENDERS.map((gender) => numberOf(GENDERS, gender));

const countYears = read<[site: number, countries: number[], genders: number[]], PopulationRow>(
  `select country, gender, period as year, n from search_facets
    where site_id = $1 and country = any ($2::smallint[]) and region = 0 and gender = any ($3::smallint[]) and period between ${FIRST_YEAR} and ${LAST_YEAR}`,
);

interface Kept {
  population: Promise<Population>;
  until: number;
}
const kept = new WeakMap<Db, Map<number, Kept>>();

/** Looked up once in ten minutes; whoever comes then need not wait for it. */
export async function populationOf(db: Db, site: number): Promise<Population> {
  const sites = kept.get(db) ?? new Map<number, Kept>();
  kept.set(db, sites);
  const known = sites.get(site);
  if (known && known.until > performance.now()) return known.population;
  const population = db.all(countYears, site, COUNTRY_NUMBERS, GENDER_NUMBERS).then(openPopulation);
  sites.set(site, { population: known?.population ?? population, until: performance.now() + KEPT_MS });
  population.then(
    () => sites.set(site, { population, until: performance.now() + KEPT_MS }),
    () => sites.delete(site),
  );
  return known?.population ?? population;
}
