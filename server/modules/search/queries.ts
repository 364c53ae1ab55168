/**
 * Member search: a page of ids from a narrow index, their cards from what the process keeps; exact totals from facets and the
 * days at the two edges. Each place and way has its own statement with its own index, so no plan depends on a guess (data.md §3).
 */
import { COUNTRIES } from "@serenade/contract/locales";
import type { Db } from "../../kernel/db/db.ts";
import { askTogether, gathered } from "../../kernel/db/gathered.ts";
import { read } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { cardsOf, type Picked, picked } from "../members/cards/queries.ts";
import { findCell } from "../members/cells/queries.ts";
import { getDetails, getMember, notBlocked } from "../members/queries.ts";
import { ageOn, gendersOf, onlineSince } from "../members/rules.ts";
import { countryNumber } from "../members/search-entries/commands.ts";
import type { PickedRow } from "../members/tables.ts";
import { populationOf } from "./population/queries.ts";
import { goesByYear, type Population } from "./population/rules.ts";
import { type Plan, type Searcher, type Span, type Spans, totalOf } from "./rules.ts";

type Bounds<T> = Span<T> | typeof NOTHING;
const NOTHING = [null, null] as const;
type DayBounds = Spans["days"][number] | typeof NO_DAYS;
const NO_DAYS = [null, null, 1] as const;
type SearchParams = [
  site: number,
  viewer: number,
  /** One gender and one place for a straight walk. */
  genders: number[] | number,
  places: number[] | number,
  from: string,
  to: string,
  limit: number,
  offset: number,
  place: number,
  ...Bounds<number>,
  ...Bounds<number>,
  ...Bounds<number>,
  ...DayBounds,
  ...DayBounds,
  online_since: string,
];
type FoundRow = Picked & { total: number };

const ORDER = "order by last_active desc, member_id desc";
const FITS = `date_of_birth between $5 and $6 and member_id <> $2 and ${notBlocked("member_id")}`;
const ENTRY = "member_id, last_active, card_version";

const likedIds = read<[site: number, member: number], { id: number }>(
  "select liked_id as id from likes where site_id = $1 and liker_id = $2",
);

const walk = (column: "country" | "region") =>
  `select ${ENTRY.replaceAll(/\w+/g, "page.$&")}
     from unnest($4::smallint[]) place cross join unnest($3::smallint[]) g
    cross join lateral (
          select ${ENTRY} from member_search
           where site_id = $1 and ${column} = place and gender = g and ${FITS}
           ${ORDER} limit $7::int + $8::int) page`;

const byYear = (column: "country" | "region") =>
  `select ${ENTRY.replaceAll(/\w+/g, "page.$&")}
     from unnest($4::smallint[]) place cross join unnest($3::smallint[]) g
    cross join generate_series(extract(year from $5::date)::int, extract(year from $6::date)::int) year
    cross join lateral (
          select ${ENTRY} from member_search
           where site_id = $1 and ${column} = place and gender = g and birth_year = year and ${FITS}
           ${ORDER} limit $7::int + $8::int) page`;

const everywhere = `select ${ENTRY} from member_search
                     where site_id = $1 and gender = any ($3::smallint[]) and cardinality($4::smallint[]) = 0 and ${FITS}`;

/** One gender in one place, as most people search: the index is already in order. */
const straightWalk = (column: "country" | "region") =>
  `select ${ENTRY} from member_search
    where site_id = $1 and ${column} = $4::smallint and gender = $3::smallint and ${FITS}`;

// Whole years and months come from the sums; the days at the edges are counted, from the index alone, and added or taken away.
const total = (facet: string, fact: string) => (gender: string) =>
  `coalesce((select sum(f.n) from (values ($10::int, $11::int), ($12, $13), ($14, $15)) span (first, last), lateral (
              select sum(n) as n from search_facets
               where site_id = $1 and ${facet} and gender ${gender} and period between span.first and span.last) f), 0)
 + coalesce((select sum(f.n * span.times) from (values ($16::date, $17::date, $18::int), ($19, $20, $21)) span (first, last, times), lateral (
              select count(*) as n from member_facts
               where site_id = $1 and ${fact} and gender ${gender} and date_of_birth between span.first and span.last) f), 0)
 - ${unseen(fact)(gender)}`;

/** Whom the viewer does not see fits all the same: themselves, and whoever is blocked either way. */
const unseen = (place: string) => (gender: string) =>
  `(select count(*)
     from (select $2::bigint as id
            union select blocked_id from blocks where site_id = $1 and blocker_id = $2
            union select blocker_id from blocks where site_id = $1 and blocked_id = $2) hidden
    cross join lateral (
          select from member_facts where site_id = $1 and member_id = hidden.id and ${place} and gender ${gender}
             and date_of_birth between $5::date and $6::date offset 0) f)`;

const TOTALS = {
  region: total("region = $9::smallint", "region = $9::smallint"),
  country: total("country = $9::smallint and region = 0", "country = $9::smallint"),
  all: total("country = 0 and region = 0 and $9::smallint = 0", "$9::smallint = 0"),
};

/** Of `SearchParams`, in their order. */
const typesOf = (where: "smallint" | "smallint[]"): string[] => {
  const counted = ["int", "int", "int", "int", "int", "int", "date", "date", "int", "date", "date", "int"] as const;
  return ["int", "bigint", where, where, "date", "date", "int", "int", "smallint", ...counted, "timestamptz"];
};

/** One statement for a page and its total: a trip to the database costs more than either. */
const found = (place: keyof typeof TOTALS, entries: string, where: "smallint" | "smallint[]" = "smallint[]") =>
  gathered<SearchParams, FoundRow>(
    `select (${TOTALS[place](where === "smallint" ? "= $3::smallint" : "= any ($3::smallint[])")})::int as total, page.*
       from (select ${picked("$22")}
               from (${entries} ${ORDER} limit $7::int offset $8::int) p) page`,
    typesOf(where),
  );
const foundStraight = (place: "country" | "region") => found(place, straightWalk(place), "smallint");

const FOUND = {
  region: {
    straight: foundStraight("region"),
    byActivity: found("region", walk("region")),
    byYear: found("region", byYear("region")),
  },
  country: {
    straight: foundStraight("country"),
    byActivity: found("country", walk("country")),
    byYear: found("country", byYear("country")),
  },
  all: { byActivity: found("all", everywhere), byYear: found("all", byYear("country")) },
};

export interface Page {
  site: number;
  viewer: number;
  limit: number;
  offset: number;
  /** The moment at which it is shown. */
  now: Date;
}

/**
 * A page of cards, online first, then last active, stable across pages; and how many the viewer finds on all pages: exact to the
 * last minute, not capped.
 */
export async function searchCards(db: Db, plan: Plan, page: Page): Promise<{ cards: PickedRow[]; total: number }> {
  const { statement, params } = searchStatement(plan, page, wayOf(plan, page, await populationOf(db, page.site)));
  const found = await askTogether(db, statement, ...params);
  return { cards: await cardsOf(db, page.site, found), total: totalOf(found.total, found.ids?.length ?? 0, page) };
}

export type Way = "byActivity" | "byYear";

/** The way that passes fewer rows: both find the same. */
export function wayOf(plan: Plan, { limit, offset }: Page, population: Population): Way {
  const walks = plan.place === "all" ? COUNTRIES.length : 1;
  return goesByYear(plan, { rows: limit + offset, walks }, population) ? "byYear" : "byActivity";
}

/** The statement that fits the plan, with its parameters; the bench runs the same ones beside pgbench. */
export function searchStatement(plan: Plan, { site, viewer, limit, offset, now }: Page, way: Way) {
  const { place, number, genders, from, to } = plan;
  const [gender, ...others] = genders;
  const straight = place !== "all" && others.length === 0 && way === "byActivity";
  const statement = straight ? FOUND[place].straight : FOUND[place][way];
  const places = place !== "all" ? [number] : way === "byYear" ? COUNTRIES.map(countryNumber) : [];
  const where = straight ? ([gender!, number] as const) : ([genders, places] as const);
  const [period = NOTHING, secondPeriod = NOTHING, thirdPeriod = NOTHING] = plan.spans.periods;
  const [days = NO_DAYS, secondDays = NO_DAYS] = plan.spans.days;
  const counted = [...period, ...secondPeriod, ...thirdPeriod, ...days, ...secondDays] as const;
  const params: SearchParams = [site, viewer, ...where, from, to, limit, offset, number, ...counted, onlineSince(now)];
  return { statement, params };
}

/** Everybody whom the member likes already. */
export const listLikedIds = async (db: Db, site: number, member: number): Promise<number[]> =>
  (await db.all(likedIds, site, member)).map(({ id }) => id);

/** The searching member, for what is measured against them: where they are, who they are, whom they look for. */
export async function getSearcher({ db, clock }: Resources, site: number, member: number): Promise<Searcher> {
  const [self, seeks, cell] = await Promise.all([
    getMember(db, site, member),
    getDetails(db, site, member),
    findCell(db, site, member),
  ]);
  return {
    cell,
    country: countryNumber(self.country),
    gender: self.gender,
    age: ageOn(self.date_of_birth, clock.iso()),
    looking_for: gendersOf(self.looking_for),
    seek_min_age: seeks.seek_min_age,
    seek_max_age: seeks.seek_max_age,
  };
}
