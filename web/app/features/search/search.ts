/** A search as its address says it. What an address says wrongly is left out rather than refused: a shared link always works. */
import { GENDERS, type Gender } from "@serenade/contract/attributes";
import { MAX_AGE, MIN_AGE, SEARCH_LAST_PAGE } from "@serenade/contract/limits";
import { type Country, isCountry } from "@serenade/contract/locales";
import type { OwnProfile } from "@serenade/contract/members";

export interface Search {
  gender?: Gender;
  country?: Country;
  countryregion?: string;
  min_age: number;
  max_age: number;
  page: number;
}

const NAMES = ["gender", "country", "countryregion", "min_age", "max_age", "page"];

/** Whether an address searches at all, or only leads to the page. */
export const isSearch = (params: URLSearchParams): boolean => NAMES.some((name) => params.has(name));

export function searchOf(params: URLSearchParams): Search {
  const [one, other] = [ageOf(params.get("min_age"), MIN_AGE), ageOf(params.get("max_age"), MAX_AGE)];
  const gender = GENDERS.find((name) => name === params.get("gender"));
  const country = params.get("country");
  const region = params.get("countryregion");
  return {
    ...(gender && { gender }),
    ...(isCountry(country) && { country }),
    ...(isCountry(country) && region?.startsWith(`${country}-`) && { countryregion: region }),
    min_age: Math.min(one, other),
    max_age: Math.max(one, other),
    page: within(params.get("page"), 1, SEARCH_LAST_PAGE) ?? 1,
  };
}

const ageOf = (text: string | null, otherwise: number) => within(text, MIN_AGE, MAX_AGE) ?? otherwise;

function within(text: string | null, min: number, max: number): number | null {
  if (!text || !/^\d{1,3}$/.test(text)) return null;
  return Math.min(max, Math.max(min, Number(text)));
}

/** The address of a search. The ages are always there, so that a search for everybody is a search, too. */
export const queryOf = ({ page, min_age, max_age, ...rest }: Search): Record<string, string> => ({
  ...rest,
  min_age: String(min_age),
  max_age: String(max_age),
  ...(page > 1 && { page: String(page) }),
});

/** What a member finds who has not searched yet: whom they look for, at the ages they like. */
export function searchOfMember({ looking_for, seek_min_age, seek_max_age, country }: OwnProfile): Search {
  const [gender, ...others] = looking_for;
  return {
    ...(gender && others.length === 0 && { gender }),
    ...(isCountry(country) && { country }),
    min_age: seek_min_age,
    max_age: seek_max_age,
    page: 1,
  };
}
