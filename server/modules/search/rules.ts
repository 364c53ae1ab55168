/** How a search is read: whole years of age become dates of birth, narrow spans take the index by year. */
import { GENDERS, type Gender, numberOf } from "@serenade/contract/attributes";
import { MAX_AGE, MIN_AGE } from "@serenade/contract/limits";
import { birthRange } from "../members/rules.ts";

export interface Filters {
  gender?: Gender | undefined;
  country?: string | undefined;
  countryregion?: string | undefined;
  min_age?: number | undefined;
  max_age?: number | undefined;
}

/** Filters as the statements want them. Nothing set for a place: everywhere. */
export interface Plan {
  genders: number[];
  place: "region" | "country" | "all";
  number: number;
  from: string;
  to: string;
  /** Few enough years that merging one index walk per year beats walking past everybody of another age (data.md §3). */
  narrow: boolean;
}

const NARROW_YEARS = 6;
const WIDEN_YEARS = 5;

export interface Numbers {
  country: (code: string) => number;
  region: (code: string) => number;
}

export function planOf(filters: Filters, today: string, numbers: Numbers): Plan {
  const min = filters.min_age ?? MIN_AGE;
  const max = Math.max(min, filters.max_age ?? MAX_AGE);
  const { from, to } = birthRange(min, max, today);
  const genders = filters.gender
    ? [numberOf(GENDERS, filters.gender)]
    : GENDERS.map((gender) => numberOf(GENDERS, gender));
  const place = filters.countryregion ? "region" : filters.country ? "country" : "all";
  const number = filters.countryregion
    ? numbers.region(filters.countryregion)
    : filters.country
      ? numbers.country(filters.country)
      : 0;
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1;
  return { genders, place, number, from, to, narrow: years <= NARROW_YEARS };
}

/** The ages five years wider on both sides: the second relaxation of product.md 4. */
export function widened(filters: Filters): Filters {
  const min = Math.max(MIN_AGE, (filters.min_age ?? MIN_AGE) - WIDEN_YEARS);
  const max = Math.min(MAX_AGE, (filters.max_age ?? MAX_AGE) + WIDEN_YEARS);
  return { ...filters, min_age: min, max_age: max };
}
