/** How a search is read: whole years of age become dates of birth, narrow spans take the index by year. */
import { GENDERS, type Gender, numberOf } from "@serenade/contract/attributes";
import { MAX_AGE, MIN_AGE } from "@serenade/contract/limits";
import { birthRange, dayAfter, dayBefore } from "../members/rules.ts";

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
  /** How the members of these ages are counted. */
  spans: Spans;
  /** Few enough years that merging one index walk per year beats walking past everybody of another age (data.md §3). */
  narrow: boolean;
}

const NARROW_YEARS = 6;
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
  const place = filters.countryregion ? "region" : filters.country ? "country" : "all";
  const number = filters.countryregion
    ? numbers.region(filters.countryregion)
    : filters.country
      ? numbers.country(filters.country)
      : 0;
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1;
  return { genders, place, number, from, to, spans: spans(place !== "region"), narrow: years <= NARROW_YEARS };
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

/** The ages five years wider on both sides: the second relaxation of product.md 4. */
export function widened(filters: Filters): Filters {
  const min = Math.max(MIN_AGE, (filters.min_age ?? MIN_AGE) - WIDEN_YEARS);
  const max = Math.min(MAX_AGE, (filters.max_age ?? MAX_AGE) + WIDEN_YEARS);
  return { ...filters, min_age: min, max_age: max };
}

/** How the members born between two days are counted: whole years and months from sums, the days at the edges one by one. */
export interface Spans {
  /** First and last periods, both included: years as 1990, months as 199003. */
  periods: [from: number[], to: number[]];
  days: [from: string[], to: string[]];
}

/** `months` where the sums know months too; a region has sums of years only. */
export function spansOf(from: string, to: string, months: boolean): Spans {
  const spans: Spans = { periods: [[], []], days: [[], []] };
  const whole = (first: number, last: number) => {
    spans.periods[0].push(first);
    spans.periods[1].push(last);
  };
  const days = (first: string, last: string) => {
    if (first > last) return;
    spans.days[0].push(first);
    spans.days[1].push(last);
  };
  const byMonth = (first: string, last: string) => {
    if (first > last) return;
    const [start, end] = [monthFrom(first), monthTo(last)];
    if (!months || start > end) return days(first, last);
    whole(numberOfMonth(start), numberOfMonth(end));
    days(first, dayBefore(start));
    days(dayAfter(lastOfMonth(end)), last);
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

/** The first day of the first month that lies whole after `day`, and of the last one before it. */
const monthFrom = (day: string) => (day.endsWith("-01") ? day : dayAfter(lastOfMonth(day)));
const monthTo = (day: string) =>
  day === lastOfMonth(day) ? `${day.slice(0, 7)}-01` : `${dayBefore(`${day.slice(0, 7)}-01`).slice(0, 7)}-01`;
const numberOfMonth = (day: string) => Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7));

function lastOfMonth(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
