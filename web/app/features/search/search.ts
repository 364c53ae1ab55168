/** A search as its address says it. What an address says wrongly is left out rather than refused: a shared link always works. */
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
  /** A visitor's traffic source, which some sites want of visitors who search (§6). */
  network?: string;
  ref?: string;
}

const SOURCES = ["network", "ref"] as const;
const FLAGS = ["photo", "online", "mutual"] as const;
const NAMES = ["gender", "country", "countryregion", "min_age", "max_age", "near", ...FLAGS, ...LIST_NAMES, "page"];

/** Whether an address searches at all, or only leads to the page. */
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
      SOURCES.flatMap((name) => (params.get(name) ? [[name, params.get(name)!.slice(0, 100)]] : [])),
    ),
  };
}

/** Without what the site does not offer: another country, or a filter that it has not (§3 search_fields). */
export function onlyOffered(search: Search, { search_fields, countries }: Settings): Search {
  const fits = ([name, value]: [string, unknown]) =>
    !SEARCH_FIELDS.some((field) => field === name) ||
    (search_fields.includes(name) && (name !== "country" || countries.some((country) => country === value)));
  const kept = Object.fromEntries(Object.entries(search).filter(fits)) as Partial<Search>;
  if (!kept.country) delete kept.countryregion;
  return { min_age: MIN_AGE, max_age: MAX_AGE, page: 1, ...kept };
}

/** Repeated, as a form without script sends it, or with commas between; in the order of the list, so that one search is one address. */
function listsOf(params: URLSearchParams): Lists {
  const valuesOf = (name: ListName) => {
    const asked = params.getAll(name).flatMap((text) => text.split(","));
    return LISTS[name].filter((value) => asked.includes(value));
  };
  const lists = LIST_NAMES.map((name) => [name, valuesOf(name)] as const);
  return Object.fromEntries(lists.filter(([, values]) => values.length));
}

const ageOf = (text: string | null, otherwise: number) => within(text, MIN_AGE, MAX_AGE) ?? otherwise;

function within(text: string | null, min: number, max: number): number | null {
  if (!text || !/^\d{1,3}$/.test(text)) return null;
  return Math.min(max, Math.max(min, Number(text)));
}

/** The address of a search. The ages are always there, so that a search for everybody is a search, too. */
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

/** The same search without one of its filters, from its first page on. */
export function searchWithout(search: Search, filter: SearchFilter): Search {
  const names: (keyof Search)[] =
    filter === "ages" ? [] : filter === "country" ? ["country", "countryregion"] : [filter];
  const rest = Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name as keyof Search)));
  const ages = filter === "ages" ? { min_age: MIN_AGE, max_age: MAX_AGE } : {};
  return { ...(rest as unknown as Search), ...ages, page: 1 };
}

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
