/** A search as its URL. Invalid parameters are dropped, so that a shared link always works. */
import { GENDERS, type Gender } from "@serenade/contract/attributes";
import type { Input } from "@serenade/contract/endpoint";
import { MAX_AGE, MIN_AGE, SEARCH_LAST_PAGE } from "@serenade/contract/limits";
import { type Country, isCountry } from "@serenade/contract/locales";
import type { OwnProfile } from "@serenade/contract/members";
import { NEAR_KM, type NearKm, SEARCH_FIELDS, type SearchApi, type SearchFilter } from "@serenade/contract/search";
import type { Settings } from "@serenade/contract/site";
import { LIST_NAMES, LISTS, type ListName, type Lists } from "./lists.ts";

export interface Search extends Lists {
  gender?: Gender;
  country?: Country;
  countryregion?: string;
  min_age: number;
  max_age: number;
  near?: NearKm;
  photo?: true;
  online?: true;
  mutual?: true;
  page: number;
  /** A visitor's campaign; some sites allow search only with one (§6). */
  network?: string;
  ref?: string;
}

const ATTRIBUTION = ["network", "ref"] as const;
const FLAGS = ["photo", "online", "mutual"] as const;
const NAMES = ["gender", "country", "countryregion", "min_age", "max_age", "near", ...FLAGS, ...LIST_NAMES, "page"];

/** Whether a URL contains a search, or only opens the page. */
export const isSearch = (params: URLSearchParams): boolean => NAMES.some((name) => params.has(name));

export function searchOf(params: URLSearchParams): Search {
  const [one, other] = [ageOf(params.get("min_age"), MIN_AGE), ageOf(params.get("max_age"), MAX_AGE)];
  const gender = GENDERS.find((name) => name === params.get("gender"));
  const country = params.get("country");
  const region = params.get("countryregion");
  const near = NEAR_KM.find((km) => String(km) === params.get("near"));
  return {
    ...(gender && { gender }),
    ...(isCountry(country) && { country }),
    ...(isCountry(country) && region?.startsWith(`${country}-`) && { countryregion: region }),
    min_age: Math.min(one, other),
    max_age: Math.max(one, other),
    ...(near && { near }),
    ...Object.fromEntries(FLAGS.filter((flag) => params.get(flag) === "true").map((flag) => [flag, true])),
    ...listsOf(params),
    page: within(params.get("page"), 1, SEARCH_LAST_PAGE) ?? 1,
    ...Object.fromEntries(
      ATTRIBUTION.flatMap((name) => (params.get(name) ? [[name, params.get(name)!.slice(0, 100)]] : [])),
    ),
  };
}

/** Drops what the site does not offer: other countries or filters (§3 search_fields). */
export function onlyOffered(search: Search, { search_fields, countries }: Settings): Search {
  const isAllowed = ([name, value]: [string, unknown]) =>
    !SEARCH_FIELDS.some((field) => field === name) ||
    (search_fields.includes(name) && (name !== "country" || countries.some((country) => country === value)));
  const allowed = Object.fromEntries(Object.entries(search).filter(isAllowed)) as Partial<Search>;
  if (!allowed.country) delete allowed.countryregion;
  return { min_age: MIN_AGE, max_age: MAX_AGE, page: 1, ...allowed };
}

/** Accepts repeated (a form without script) and comma-separated parameters; in list order, so that a search has one URL. */
function listsOf(params: URLSearchParams): Lists {
  const valuesOf = (name: ListName) => {
    const values = params.getAll(name).flatMap((text) => text.split(","));
    return LISTS[name].filter((value) => values.includes(value));
  };
  const lists = LIST_NAMES.map((name) => [name, valuesOf(name)] as const);
  return Object.fromEntries(lists.filter(([, values]) => values.length));
}

const ageOf = (text: string | null, otherwise: number) => within(text, MIN_AGE, MAX_AGE) ?? otherwise;

function within(text: string | null, min: number, max: number): number | null {
  if (!text || !/^\d{1,3}$/.test(text)) return null;
  return Math.min(max, Math.max(min, Number(text)));
}

/** The URL of a search. The ages are always included, so that a search without filters is still a search. */
export const queryOf = ({ page, min_age, max_age, ...search }: Search): SearchAddress => ({
  ...(search.gender && { gender: search.gender }),
  ...(search.country && { country: search.country }),
  ...(search.countryregion && { countryregion: search.countryregion }),
  min_age: String(min_age),
  max_age: String(max_age),
  ...(search.near && { near: `${search.near}` as const }),
  ...Object.fromEntries(FLAGS.filter((flag) => search[flag]).map((flag) => [flag, "true" as const])),
  ...Object.fromEntries(LIST_NAMES.filter((name) => search[name]).map((name) => [name, search[name]!.join(",")])),
  ...(page > 1 && { page: String(page) }),
  ...(search.network && { network: search.network }),
  ...(search.ref && { ref: search.ref }),
});
type SearchAddress = Input<typeof SearchApi.list>["query"] & Record<string, string>;

/** The search without one filter, on its first page. */
export function searchWithout(search: Search, filter: SearchFilter): Search {
  const names: (keyof Search)[] =
    filter === "ages" ? [] : filter === "country" ? ["country", "countryregion"] : [filter];
  const rest = Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name as keyof Search)));
  const ages = filter === "ages" ? { min_age: MIN_AGE, max_age: MAX_AGE } : {};
  return { ...(rest as unknown as Search), ...ages, page: 1 };
}

/** A member's default search: the genders and ages that they look for. */
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
