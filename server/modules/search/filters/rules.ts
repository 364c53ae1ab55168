/**
 * The filters of a search: one row of `FILTERS` each (docs/adding-a-feature.md lists what else a new one needs). An
 * unset filter is null; the others narrow a bitmap of members.
 */
import { GENDERS, type Gender, LANGUAGES, numberOf } from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { MAX_AGE, MIN_AGE, ONLINE_SECONDS } from "@serenade/contract/limits";
import { SEARCH_FILTERS, type SearchFilter, type SearchQuery } from "@serenade/contract/search";
import type { Bitmap } from "../../../kernel/bitmap.ts";
import { cellsAround } from "../../members/cells/rules.ts";
import { type ChoiceName, countryNumber } from "../../members/indexing/rules.ts";
import { ageOn, birthRange } from "../../members/rules.ts";
import type { SiteSettings } from "../../site/tables.ts";
import { filterByBirthYear, type SearchIndex, withValue } from "../index/rules.ts";

export type Filters = Omit<SearchQuery, "page" | "network" | "ref">;

/** The searching member, for what is measured against them. */
export interface Searcher {
  id: number;
  cell: number;
  country: string;
  gender: number;
  date_of_birth: string;
  looking_for: Gender[];
  seek_min_age: number;
  seek_max_age: number;
}

/** A search with what it is measured against. */
export interface Criteria {
  filters: Filters;
  /** ISO time. */
  now: string;
  /** ISO 3166-2 code → number of the region in the index. */
  regions: Map<string, number>;
  /** Null for a visitor; filters about the searching member are then not set. */
  searcher: Searcher | null;
}

/** Removes members that do not pass from `matches`. */
export type Narrow = (index: SearchIndex, matches: Bitmap) => void;

/** Filters that check members one by one are last, when few are left. */
const FILTERS: Record<SearchFilter, (criteria: Criteria) => Narrow | null> = {
  gender: ({ filters: { gender } }) => (gender ? having("gender", numberOf(GENDERS, gender)) : null),
  country: ({ filters: { country, countryregion } }) => {
    const code = countryregion?.slice(0, 2) ?? country;
    return code ? having("country", countryNumber(code)) : null;
  },
  photo: ({ filters: { photo } }) => (photo ? having("photo", 1) : null),
  interests: ({ filters: { interests } }) => havingAny("interests", INTERESTS, interests),
  languages: ({ filters: { languages } }) => havingAny("languages", LANGUAGES, languages),
  ages: ({ filters: { min_age, max_age }, now }) => ofAges(min_age, max_age, now),
  mutual: ({ filters: { mutual }, searcher, now }) =>
    mutual && searcher ? matchingBothWays(wishOf(searcher, now), now) : null,
  countryregion: ({ filters: { countryregion }, regions }) => {
    if (!countryregion) return null;
    const region = regions.get(countryregion) ?? -1;
    return (index, matches) => matches.retainWhere((at) => index.regions[at] === region);
  },
  online: ({ filters: { online }, now }) => (online ? activeSince(Date.parse(now) - ONLINE_SECONDS * 1_000) : null),
  near: ({ filters: { near }, searcher }) => (near && searcher ? within(searcher.cell, near) : null),
};

/** A match both ways: the genders and ages that one member looks for, and that member's own. */
export interface Wish {
  genders: readonly Gender[];
  min_age: number;
  max_age: number;
  /** The gender's number and the age of the one. */
  ownGender: number;
  ownAge: number;
}

/** The search preferences of a member, from their profile. */
export const wishOf = (member: Searcher, now: string): Wish => ({
  genders: member.looking_for,
  min_age: member.seek_min_age,
  max_age: member.seek_max_age,
  ownGender: member.gender,
  ownAge: ageOn(member.date_of_birth, now),
});

/** Members who match the wish, and whose own wishes match its member, in gender and age. */
export const matchingBothWays = ({ genders, min_age, max_age, ownGender, ownAge }: Wish, now: string): Narrow => {
  const ages = ofAges(min_age, max_age, now);
  const age = Math.min(ownAge, MAX_AGE);
  return (index, matches) => {
    having("looking_for", ownGender)(index, matches);
    havingAny("gender", GENDERS, genders, true)?.(index, matches);
    ages?.(index, matches);
    const { seekMin, seekMax } = index;
    matches.retainWhere((at) => seekMin[at]! <= age && age <= seekMax[at]!);
  };
};

/** Members of a country, by its code. */
export const inCountry = (code: string): Narrow => having("country", countryNumber(code));

export const ofGenders = (genders: readonly Gender[]): Narrow => havingAny("gender", GENDERS, genders, true)!;

/** Between two ages, inclusive; null for no limit. The highest age of a search means "and older". */
export function ofAges(min: number | undefined, max: number | undefined, now: string): Narrow | null {
  const youngest = min ?? MIN_AGE;
  const oldest = Math.max(youngest, max ?? MAX_AGE);
  if (youngest <= MIN_AGE && oldest >= MAX_AGE) return null;
  const { from, to } = birthRange(youngest, oldest, now);
  const born = {
    from: oldest >= MAX_AGE ? EARLIEST : Date.parse(from) / DAY_MS,
    to: youngest <= MIN_AGE ? LATEST : Date.parse(to) / DAY_MS,
  };
  return (index, matches) => filterByBirthYear(index, matches, born);
}
const DAY_MS = 86_400_000;
const [EARLIEST, LATEST] = [Date.UTC(1800, 0) / DAY_MS, Date.UTC(2200, 0) / DAY_MS];

function having(name: ChoiceName, value: number): Narrow {
  return (index, matches) => {
    const set = withValue(index, name, value);
    if (set) matches.intersect(set);
    else matches.clear();
  };
}

/** `orNobody`: an empty list matches no member, instead of being no filter. */
function havingAny<T extends string>(
  name: ChoiceName,
  list: readonly T[],
  values: readonly T[] | undefined,
  orNobody = false,
): Narrow | null {
  if (!values?.length && !orNobody) return null;
  const numbers = (values ?? []).map((value) => numberOf(list, value));
  return (index, matches) => {
    const sets = numbers.flatMap((number) => withValue(index, name, number) ?? []);
    if (sets.length === 1) matches.intersect(sets[0]!);
    else matches.intersectAny(sets);
  };
}

/** By what was known at the last look, a few seconds ago. */
const activeSince =
  (moment: number): Narrow =>
  (index, matches) => {
    if (moment >= index.recentFrom) matches.intersect(index.recent);
    matches.retainWhere((at) => index.lastActive[at]! > moment);
  };

const within = (cell: number, km: number): Narrow => {
  const cells = new Set(cellsAround(cell, km));
  return (index, matches) => matches.retainWhere((at) => cells.has(index.cells[at]!));
};

/** What the filters that are set keep, by their names. */
export function narrowings(criteria: Criteria): Map<SearchFilter, Narrow> {
  const found = Object.entries(FILTERS).map(([name, of]) => [name as SearchFilter, of(criteria)] as const);
  return new Map(found.filter((one): one is [SearchFilter, Narrow] => one[1] !== null));
}

/** The search without each of the filters that are set: what an empty search offers to drop. */
export function relaxations(criteria: Criteria): { drop: SearchFilter; criteria: Criteria }[] {
  const { filters } = criteria;
  const set = SEARCH_FILTERS.filter((name) => {
    if (name === "ages") return (filters.min_age ?? MIN_AGE) > MIN_AGE || (filters.max_age ?? MAX_AGE) < MAX_AGE;
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });
  return set.map((drop) => ({ drop, criteria: without(criteria, drop) }));
}

/** Whether a search is about the member who searches. */
export const isPersonal = (filters: Filters): boolean => Boolean(filters.near || filters.mutual);

/** The search without some of its filters; without its country it has no region either. */
function without({ filters, ...rest }: Criteria, ...dropped: SearchFilter[]): Criteria {
  const left: Filters = { ...filters };
  for (const name of dropped) {
    if (name === "ages") [left.min_age, left.max_age] = [undefined, undefined];
    else if (name === "countryregion") {
      left.country ??= filters.countryregion?.slice(0, 2) as Filters["country"];
      left.countryregion = undefined;
    } else left[name] = undefined;
    if (name === "country") left.countryregion = undefined;
  }
  return { ...rest, filters: left };
}

const WIDER_YEARS = 5;

/** Wider and wider (product.md 4): without the region, with more ages, anywhere. The first is the search itself. */
export function widening(criteria: Criteria): Criteria[] {
  const { filters } = criteria;
  const inCountry = without(criteria, "countryregion");
  const ages = {
    min_age: Math.max(MIN_AGE, (filters.min_age ?? MIN_AGE) - WIDER_YEARS),
    max_age: Math.min(MAX_AGE, (filters.max_age ?? MAX_AGE) + WIDER_YEARS),
  };
  const wider = { ...inCountry, filters: { ...inCountry.filters, ...ages } };
  return [criteria, ...(filters.countryregion ? [inCountry] : []), wider, without(wider, "country", "near")];
}

/** The first parameter that the site does not offer (§3 search_fields, countries), or null. */
export function notOffered(
  filters: Filters,
  { search_fields, countries }: Pick<SiteSettings, "search_fields" | "countries">,
): string | null {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const unknown = given.find(([name]) => !search_fields.includes(name))?.[0];
  if (unknown) return unknown;
  const place = filters.countryregion?.slice(0, 2) ?? filters.country;
  return place === undefined || countries.some((country) => country === place) ? null : "country";
}
