/**
 * Member search: a page of ids from a narrow index, their cards from what the process keeps; exact totals from facets plus the
 * two edge years. Each place and way has its own statement with its own index, so no plan depends on a guess (data.md §3).
 */
import { COUNTRIES } from "@serenade/contract/locales";
import type { Db, Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { cardsOf, type PickedRow } from "../members/cards/queries.ts";
import { findCell } from "../members/cells/queries.ts";
import { CARD_COLUMNS, getDetails, getMember, notBlocked } from "../members/queries.ts";
import { ageOn, gendersOf } from "../members/rules.ts";
import { countryNumber } from "../members/search-entries/commands.ts";
import type { CardRow } from "../members/tables.ts";
import { populationOf } from "./population/queries.ts";
import { goesByYear, type Population } from "./population/rules.ts";
import type { Plan, Searcher } from "./rules.ts";

type PageParams = [
  site: number,
  viewer: number,
  genders: number[],
  places: number[],
  from: string,
  to: string,
  limit: number,
  offset: number,
];
type SearchParams = [
  ...PageParams,
  place: number,
  firstPeriods: number[],
  lastPeriods: number[],
  firstDays: string[],
  lastDays: string[],
];
type FoundRow = Nullable<PickedRow> & { total: number };
type Nullable<T> = { [Key in keyof T]: T[Key] | null };

const ORDER = "order by last_active desc, member_id desc";
const FITS = `date_of_birth between $5 and $6 and member_id <> $2 and ${notBlocked("member_id")}`;
const PICKED = "member_id, last_active, card_version";
/** The viewer likes the member `p`. */
export const LIKED =
  "exists (select from likes k where k.site_id = $1 and k.liker_id = $2 and k.liked_id = p.member_id) as liked";

const walk = (column: "country" | "region") =>
  `select ${PICKED.replaceAll(/\w+/g, "page.$&")}
     from unnest($4::smallint[]) place cross join unnest($3::smallint[]) g
    cross join lateral (
          select ${PICKED} from member_search
           where site_id = $1 and ${column} = place and gender = g and ${FITS}
           ${ORDER} limit $7::int + $8::int) page`;

const byYear = (column: "country" | "region") =>
  `select ${PICKED.replaceAll(/\w+/g, "page.$&")}
     from unnest($4::smallint[]) place cross join unnest($3::smallint[]) g
    cross join generate_series(extract(year from $5::date)::int, extract(year from $6::date)::int) year
    cross join lateral (
          select ${PICKED} from member_search
           where site_id = $1 and ${column} = place and gender = g and birth_year = year and ${FITS}
           ${ORDER} limit $7::int + $8::int) page`;

const everywhere = `select ${PICKED} from member_search
                     where site_id = $1 and gender = any ($3::smallint[]) and cardinality($4::smallint[]) = 0 and ${FITS}`;

// Whole years and months come from the sums; the days left at the edges are counted, from the index alone.
const total = (facet: string, fact: string) =>
  `coalesce((select sum(f.n) from unnest($10::int[], $11::int[]) span (first, last), lateral (
              select sum(n) as n from search_facets
               where site_id = $1 and ${facet} and gender = any ($3::smallint[]) and period between span.first and span.last) f), 0)
 + coalesce((select sum(f.n) from unnest($12::date[], $13::date[]) span (first, last), lateral (
              select count(*) as n from member_facts
               where site_id = $1 and ${fact} and gender = any ($3::smallint[]) and date_of_birth between span.first and span.last) f), 0)`;

const TOTALS = {
  region: total("region = $9::smallint", "region = $9::smallint"),
  country: total("country = $9::smallint and region = 0", "country = $9::smallint"),
  all: total("country = 0 and region = 0 and $9::smallint = 0", "$9::smallint = 0"),
};

/** One statement for a page and its total: a trip to the database costs more than either. */
const found = (place: keyof typeof TOTALS, picked: string) =>
  read<SearchParams, FoundRow>(
    `select t.total::int, p.member_id as id, p.last_active, p.card_version, ${LIKED}
       from (select ${TOTALS[place]} as total) t
       left join (${picked} ${ORDER} limit $7::int offset $8::int) p on true
      order by p.last_active desc, p.member_id desc`,
  );

const FOUND = {
  region: { byActivity: found("region", walk("region")), byYear: found("region", byYear("region")) },
  country: { byActivity: found("country", walk("country")), byYear: found("country", byYear("country")) },
  all: { byActivity: found("all", everywhere), byYear: found("all", byYear("country")) },
};

export interface Page {
  site: number;
  viewer: number;
  limit: number;
  offset: number;
}

/** A page of cards, online first, then last active, stable across pages; and how many fit: exact to the last minute, not capped. */
export async function searchCards(db: Db, plan: Plan, page: Page): Promise<{ cards: CardRow[]; total: number }> {
  const { statement, params } = searchStatement(plan, page, wayOf(plan, page, await populationOf(db, page.site)));
  const rows = await db.all(statement, ...params);
  const picked = rows.filter((row): row is PickedRow & { total: number } => row.id !== null);
  return { cards: await cardsOf(db, page.site, picked), total: rows[0]!.total };
}

export type Way = "byActivity" | "byYear";

/** The way that passes fewer rows: both find the same. */
export function wayOf(plan: Plan, { limit, offset }: Page, population: Population): Way {
  const walks = plan.place === "all" ? COUNTRIES.length : 1;
  return goesByYear(plan, { rows: limit + offset, walks }, population) ? "byYear" : "byActivity";
}

/** The statement that fits the plan, with its parameters; the bench runs the same ones beside pgbench. */
export function searchStatement(plan: Plan, { site, viewer, limit, offset }: Page, way: Way) {
  const statement = FOUND[plan.place][way];
  const places = plan.place !== "all" ? [plan.number] : way === "byYear" ? COUNTRIES.map(countryNumber) : [];
  const { periods, days } = plan.spans;
  const window = [plan.genders, places, plan.from, plan.to, limit, offset] as const;
  const params: SearchParams = [site, viewer, ...window, plan.number, ...periods, ...days];
  return { statement, params };
}

type SimilarParams = [...PageParams, notRegion: number, notFrom: string, notTo: string];

const similarIn = (where: string) =>
  read<SimilarParams, CardRow>(
    `with picked as materialized (
       select page.member_id, page.last_active from unnest($3::smallint[]) g cross join lateral (
              select member_id, last_active from member_search
               where site_id = $1 and ${where} and ${FITS}
                 and region <> $9::smallint and not date_of_birth between $10 and $11
               ${ORDER} limit $7::int + $8::int) page ${ORDER} limit $7::int offset $8::int)
     select ${CARD_COLUMNS}
       from picked s cross join lateral (select * from members where site_id = $1 and id = s.member_id offset 0) m
      order by s.last_active desc, s.member_id desc`,
  );
const SIMILAR = {
  inCountry: similarIn("country = any ($4::smallint[]) and gender = g"),
  elsewhere: similarIn("country <> all ($4::smallint[]) and gender = g"),
};

const NEVER: [string, string] = ["0001-01-01", "0001-01-01"];

/** The same search with the region dropped, then ages five years wider, then the country dropped: three sets without overlap. */
export async function searchSimilar(
  db: Queries,
  plans: { asked: Plan; wider: Plan; region: number; country: number },
  page: Page,
): Promise<CardRow[]> {
  const { asked, wider, region, country } = plans;
  const found: CardRow[] = [];
  const take = async (
    statement: (typeof SIMILAR)["inCountry"],
    plan: Plan,
    places: number[],
    notRegion: number,
    not: [string, string],
  ) => {
    const room = page.limit - found.length;
    if (room <= 0) return;
    const rows = await db.all(
      statement,
      page.site,
      page.viewer,
      plan.genders,
      places,
      plan.from,
      plan.to,
      room,
      0,
      notRegion,
      ...not,
    );
    found.push(...rows);
  };
  if (country && region) await take(SIMILAR.inCountry, asked, [country], region, NEVER);
  const askedAges: [string, string] = [asked.from, asked.to];
  if (country) await take(SIMILAR.inCountry, wider, [country], -1, askedAges);
  if (country) await take(SIMILAR.elsewhere, wider, [country], -1, NEVER);
  else await take(SIMILAR.elsewhere, wider, [], -1, askedAges);
  return found;
}

interface Wish {
  site: number;
  viewer: number;
  /** Numbers of the genders that the member looks for, and their own as a bit. */
  genders: number[];
  own: number;
  born: { from: string; to: string };
  age: number;
  country: number;
}
type FittingParams = [
  site: number,
  viewer: number,
  genders: number[],
  country: number,
  from: string,
  to: string,
  limit: number,
  own: number,
  age: number,
];

/** Places of the parameters in a statement: genders looked for, days of birth, the searcher's own gender as a bit and age. */
interface BothWays {
  genders: string;
  from: string;
  to: string;
  own: string;
  age: string;
}

/** Whom the member ($2) of a site ($1) looks for, and who looks for such a member: `s` search row, `m` member, `d` details. */
export const fittingBothWays = ({ genders, from, to, own, age }: BothWays): string => `
       from member_search s
      cross join lateral (select * from members where site_id = $1 and id = s.member_id offset 0) m
       join member_details d on d.site_id = $1 and d.member_id = s.member_id
      where s.site_id = $1 and s.gender = any (${genders}::smallint[]) and s.date_of_birth between ${from} and ${to}
        and s.member_id <> $2 and ${notBlocked("s.member_id")}
        and m.looking_for & ${own}::smallint <> 0 and ${age}::smallint between d.seek_min_age and d.seek_max_age`;

const BOTH_WAYS = fittingBothWays({ genders: "$3", from: "$5", to: "$6", own: "$8", age: "$9" });

/** Nobody whom the member likes already. */
const fitting = (where: string) =>
  read<FittingParams, CardRow>(
    `select ${CARD_COLUMNS}
       ${BOTH_WAYS} and ${where}
        and not exists (select from likes k where k.site_id = $1 and k.liker_id = $2 and k.liked_id = s.member_id)
      order by s.last_active desc, s.member_id desc limit $7::int`,
  );
const FITTING = { near: fitting("s.country = $4::smallint"), elsewhere: fitting("s.country <> $4::smallint") };

/** Members who fit the member and whom the member fits: of their own country first, then of the others. */
export async function listFitting(db: Queries, wish: Wish, limit: number): Promise<CardRow[]> {
  const ask = (statement: (typeof FITTING)["near"], room: number) =>
    db.all(
      statement,
      wish.site,
      wish.viewer,
      wish.genders,
      wish.country,
      wish.born.from,
      wish.born.to,
      room,
      wish.own,
      wish.age,
    );
  const near = await ask(FITTING.near, limit);
  return near.length < limit ? [...near, ...(await ask(FITTING.elsewhere, limit - near.length))] : near;
}

/** The searching member, for what is measured against them: where they are, who they are, whom they look for. */
export async function getSearcher({ db, clock }: Resources, site: number, member: number): Promise<Searcher> {
  const [self, seeks, cell] = await Promise.all([
    getMember(db, site, member),
    getDetails(db, site, member),
    findCell(db, site, member),
  ]);
  return {
    cell,
    gender: self.gender,
    age: ageOn(self.date_of_birth, clock.iso()),
    looking_for: gendersOf(self.looking_for),
    seek_min_age: seeks.seek_min_age,
    seek_max_age: seeks.seek_max_age,
  };
}
