/** How a search is read: whole years of age become dates of birth, places become numbers. */
import { GENDERS, type Gender, LANGUAGES, numberOf } from "@serenade/contract/attributes";
import { INTERESTS, type Interest } from "@serenade/contract/interests";
import { MAX_AGE, MIN_AGE, ONLINE_SECONDS } from "@serenade/contract/limits";
import { SEARCH_FILTERS, type SearchFilter } from "@serenade/contract/search";
import { cellsAround } from "../members/cells/rules.ts";
import { birthRange, dayAfter, dayBefore } from "../members/rules.ts";
import type { SiteSettings } from "../site/tables.ts";
import type { Born, BothWays, Wanted } from "./mixes/rules.ts";

export interface Filters {
  gender?: Gender | undefined;
  country?: string | undefined;
  countryregion?: string | undefined;
  min_age?: number | undefined;
  max_age?: number | undefined;
  near?: number | undefined;
  photo?: "true" | undefined;
  online?: "true" | undefined;
  interests?: Interest[] | undefined;
  languages?: Language[] | undefined;
  mutual?: "true" | undefined;
}
type Language = (typeof LANGUAGES)[number];

/** The searching member, for what is measured against them. */
export interface Searcher {
  cell: number;
  country: number;
  gender: number;
  age: number;
  looking_for: Gender[];
  seek_min_age: number;
  seek_max_age: number;
}

/** The first parameter that the site does not offer (§3 search_fields, countries), or null. */
export function notOffered(
  filters: Filters,
  { search_fields, countries }: Pick<SiteSettings, "search_fields" | "countries">,
): string | null {
  const asked = Object.entries(filters).filter(([, value]) => value !== undefined);
  const unknown = asked.find(([name]) => !search_fields.includes(name))?.[0];
  if (unknown) return unknown;
  const place = filters.countryregion?.slice(0, 2) ?? filters.country;
  return place === undefined || countries.some((country) => country === place) ? null : "country";
}

/** Whether sums and indexes answer it; every other mix is looked up in the columns. */
export const isSummed = (filters: Filters): boolean =>
  !filters.near &&
  !filters.photo &&
  !filters.online &&
  !filters.interests?.length &&
  !filters.languages?.length &&
  !filters.mutual;

/** Whether a search is about the member who searches. */
export const isPersonal = (filters: Filters): boolean => Boolean(filters.near || filters.mutual);

/** Filters as the columns want them. What needs a member asks for nothing where there is none. */
export function wantedOf(filters: Filters, now: string, numbers: Numbers, searcher: Searcher | null): Wanted {
  const { gender, countryregion } = filters;
  const place = countryregion?.slice(0, 2) ?? filters.country;
  return {
    gender: gender ? numberOf(GENDERS, gender) : 0,
    // a region says its country, too
    country: place ? numbers.country(place) : 0,
    region: countryregion ? numbers.region(countryregion) : 0,
    born: bornAt(filters.min_age, filters.max_age, now),
    near: filters.near && searcher ? { middle: searcher.cell, cells: cellsAround(searcher.cell, filters.near) } : null,
    photo: filters.photo === "true",
    activeSince: filters.online ? Date.parse(now) - ONLINE_SECONDS * 1_000 : null,
    interests: (filters.interests ?? []).map((interest) => numberOf(INTERESTS, interest)),
    languages: (filters.languages ?? []).map((language) => numberOf(LANGUAGES, language)),
    mutual: filters.mutual && searcher ? bothWaysOf(searcher, now) : null,
  };
}

/** Whom a member looks for, and what those have to look for. */
export const bothWaysOf = (
  { gender, age, looking_for, seek_min_age, seek_max_age }: Searcher,
  now: string,
): BothWays => ({
  genders: looking_for.map((one) => numberOf(GENDERS, one)),
  born: bornAt(seek_min_age, seek_max_age, now),
  own: gender,
  age,
});

const DAY_MS = 86_400_000;
export function bornAt(min_age: number | undefined, max_age: number | undefined, now: string): Born {
  const min = min_age ?? MIN_AGE;
  const { from, to } = birthRange(min, Math.max(min, max_age ?? MAX_AGE), now);
  return { from: Date.parse(from) / DAY_MS, to: Date.parse(to) / DAY_MS };
}

/** The filters that are set, by the names that an empty search offers to drop. */
export function filtersSet(filters: Filters): SearchFilter[] {
  return SEARCH_FILTERS.filter((name) => {
    if (name === "ages") return (filters.min_age ?? MIN_AGE) > MIN_AGE || (filters.max_age ?? MAX_AGE) < MAX_AGE;
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });
}

/** Filters as the statements want them. Nothing set for a place: everywhere. */
export interface Plan {
  genders: number[];
  place: "region" | "country" | "all";
  number: number;
  /** Number of the country, of a region the one that it lies in; 0 is everywhere. */
  country: number;
  from: string;
  to: string;
  /** How the members of these ages are counted. */
  spans: Spans;
}

const WIDEN_YEARS = 5;
const KEPT_SPANS = 4_000;

export interface Numbers {
  country: (code: string) => number;
  region: (code: string) => number;
}

export function planOf(filters: Filters, today: string, numbers: Numbers): Plan {
  const min = filters.min_age ?? MIN_AGE;
  const max = Math.max(min, filters.max_age ?? MAX_AGE);
  const { from, to, spans } = agesOf(min, max, today.slice(0, 10));
  const genders = filters.gender
    ? [numberOf(GENDERS, filters.gender)]
    : GENDERS.map((gender) => numberOf(GENDERS, gender));
  const { countryregion } = filters;
  const code = countryregion?.slice(0, 2) ?? filters.country;
  const country = code ? numbers.country(code) : 0;
  const place = countryregion ? "region" : code ? "country" : "all";
  const number = countryregion ? numbers.region(countryregion) : country;
  return { genders, place, number, country, from, to, spans: spans(place !== "region") };
}

/** Ages as dates of birth, and how those are counted. The same few thousand spans come again all day. */
function agesOf(min: number, max: number, today: string) {
  const name = `${min} ${max} ${today}`;
  let known = spansByAges.get(name);
  if (!known) {
    const { from, to } = birthRange(min, max, today);
    known = { from, to, months: spansOf(from, to, true), years: spansOf(from, to, false) };
    if (spansByAges.size >= KEPT_SPANS) spansByAges.clear();
    spansByAges.set(name, known);
  }
  const { from, to, months, years } = known;
  return { from, to, spans: (withMonths: boolean) => (withMonths ? months : years) };
}
const spansByAges = new Map<string, { from: string; to: string; months: Spans; years: Spans }>();

/**
 * How many a search finds. The counts are up to a minute old; the list is not, and where it ends, the end is the answer.
 *
 * @param shown how many are on this page
 */
export function totalOf(
  counted: number,
  shown: number,
  { offset, limit }: { offset: number; limit: number },
  ends = shown < limit,
): number {
  const upToHere = offset + shown;
  // a page behind the last says nothing about where that is
  if (ends && (shown > 0 || offset === 0)) return upToHere;
  return Math.max(0, counted, shown && upToHere);
}

/** The ages five years wider on both sides: the second relaxation of product.md 4. */
export function widened(filters: Filters): Filters {
  const min = Math.max(MIN_AGE, (filters.min_age ?? MIN_AGE) - WIDEN_YEARS);
  const max = Math.min(MAX_AGE, (filters.max_age ?? MAX_AGE) + WIDEN_YEARS);
  return { ...filters, min_age: min, max_age: max };
}

/** How the members born between two days are counted: whole years and months from sums, the days at the edges one by one. */
export interface Spans {
  /** At most three; years as 1990, months as 199003. */
  periods: Span<number>[];
  /** At most two; `times` is -1 where they lie in a period, but not between the two days. */
  days: [...Span<string>, times: 1 | -1][];
}
/** Both are included. */
export type Span<T> = [first: T, last: T];

/** `months` where the sums know months too; a region has sums of years only. */
export function spansOf(from: string, to: string, months: boolean): Spans {
  const spans: Spans = { periods: [], days: [] };
  const whole = (first: number, last: number) => spans.periods.push([first, last]);
  const days = (first: string, last: string, times: 1 | -1 = 1) => {
    if (first <= last) spans.days.push([first, last, times]);
  };
  const byMonth = (first: string, last: string) => {
    if (first > last) return;
    // Of a month at the edge the fewer days are counted: those inside, or those outside and taken away again.
    const start = nearestStart(first);
    const end = nearestEnd(last);
    if (!months || start > end) return days(first, last);
    whole(numberOfMonth(start), numberOfMonth(end));
    days(first, dayBefore(start));
    days(start, dayBefore(first), -1);
    days(dayAfter(end), last);
    days(dayAfter(last), end, -1);
  };
  const firstYear = Number(from.slice(0, 4)) + (from.endsWith("-01-01") ? 0 : 1);
  const lastYear = Number(to.slice(0, 4)) - (to.endsWith("-12-31") ? 0 : 1);
  if (firstYear > lastYear) byMonth(from, to);
  else {
    whole(firstYear, lastYear);
    byMonth(from, dayBefore(`${firstYear}-01-01`));
    byMonth(dayAfter(`${lastYear}-12-31`), to);
  }
  return spans;
}

const SECOND_HALF = 16;
/** The first day of a month that is nearest to `day`, and the last day of one. */
const nearestStart = (day: string) => (dayOfMonth(day) < SECOND_HALF ? firstOfMonth(day) : dayAfter(lastOfMonth(day)));
const nearestEnd = (day: string) => (dayOfMonth(day) < SECOND_HALF ? dayBefore(firstOfMonth(day)) : lastOfMonth(day));
const dayOfMonth = (day: string) => Number(day.slice(8, 10));
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
const numberOfMonth = (day: string) => Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7));

function lastOfMonth(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
