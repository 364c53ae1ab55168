/**
 * What search reads: a narrow row per findable member and its static twin, facets rebuilt each minute, and the times of the
 * last activity, collected in memory and written in batches (data.md §3).
 */
import { COUNTRIES, type Country } from "@serenade/contract/locales";
import type { Db, Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { regionNumbers } from "../../site/queries.ts";
import { cellOfTown } from "../cells/queries.ts";
import { getMember } from "../queries.ts";

const upsertSearch = write<[number, number, string, string, number, number, number, number, boolean]>(
  `insert into member_search (site_id, member_id, last_active, date_of_birth, country, region, birth_year, gender, photo, card_version)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (extract(epoch from $3::timestamptz) * 1000)::bigint)
   on conflict (site_id, member_id) do update
      set date_of_birth = excluded.date_of_birth, country = excluded.country, region = excluded.region,
          birth_year = excluded.birth_year, gender = excluded.gender, photo = excluded.photo,
          card_version = greatest(member_search.card_version + 1, excluded.card_version)`,
);
/** A set of small numbers as bits: bit n-1 is the number n. */
const bits = (column: string) => `(select coalesce(bit_or(1::bigint << (n - 1)), 0) from unnest(${column}) n)`;
const upsertFacts = write<[number, number, string, number, number, number, number, number, number, string]>(
  `insert into member_facts (site_id, member_id, date_of_birth, country, region, birth_year, gender, cell, looking_for,
                             seek_min_age, seek_max_age, interests, languages, changed_at)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, d.seek_min_age, d.seek_max_age, ${bits("d.interests")}, ${bits("d.languages")}, $10
     from member_details d where d.site_id = $1 and d.member_id = $2
   on conflict (site_id, member_id) do update
      set date_of_birth = excluded.date_of_birth, country = excluded.country, region = excluded.region,
          birth_year = excluded.birth_year, gender = excluded.gender, cell = excluded.cell,
          looking_for = excluded.looking_for, seek_min_age = excluded.seek_min_age, seek_max_age = excluded.seek_max_age,
          interests = excluded.interests, languages = excluded.languages, changed_at = excluded.changed_at`,
);
const deleteSearch = write<[number, number]>("delete from member_search where site_id = $1 and member_id = $2");
const deleteFacts = write<[number, number]>("delete from member_facts where site_id = $1 and member_id = $2");
const noteGone = write<[number, number, string]>(
  `insert into search_gone (site_id, member_id, gone_at) values ($1, $2, $3)
   on conflict (site_id, member_id) do update set gone_at = excluded.gone_at`,
);
const forgetGone = write<[number, number]>("delete from search_gone where site_id = $1 and member_id = $2");
const sweepGone = write<[string]>("delete from search_gone where gone_at < $1");
/** A group of the members without a region (0) or country would be a second row under the key of the sum of them all. */
const refreshFacets = write<[]>(
  `with fresh as (
     select site_id, coalesce(country, 0) as country, coalesce(region, 0) as region, gender, coalesce(month, birth_year) as period,
            count(*)::int as n
       from (select *, extract(year from date_of_birth)::int * 100 + extract(month from date_of_birth)::int as month
               from member_facts) f
      group by grouping sets ((site_id, country, region, gender, birth_year), (site_id, country, gender, birth_year),
                              (site_id, country, gender, month), (site_id, gender, birth_year), (site_id, gender, month))
     having (grouping(region) = 1 or region <> 0) and (grouping(country) = 1 or country <> 0)),
        written as (
     insert into search_facets (site_id, country, region, gender, period, n)
     select site_id, country, region, gender, period, n from fresh
     on conflict (site_id, country, region, gender, period) do update set n = excluded.n where search_facets.n <> excluded.n)
   delete from search_facets old
    where not exists (select from fresh where (fresh.site_id, fresh.country, fresh.region, fresh.gender, fresh.period)
                                            = (old.site_id, old.country, old.region, old.gender, old.period))`,
);
const touchAll = write<[number[], number[], string[]]>(
  `update member_search s set last_active = seen.at
     from unnest($1::smallint[], $2::bigint[], $3::timestamptz[]) as seen (site_id, member_id, at)
    where s.site_id = seen.site_id and s.member_id = seen.member_id
      and s.last_active < seen.at - interval '60 seconds'`,
);

const DAY = 86_400;

/** The number of a country in search rows: its position in the contract's list plus one. */
export const countryNumber = (country: string): number => COUNTRIES.indexOf(country as Country) + 1;

/** Brings the search rows in line with the member: there while others see them, gone otherwise. */
export async function refreshSearchEntry(
  tx: Transaction,
  db: Db,
  site: number,
  id: number,
  now: string,
): Promise<void> {
  const member = await getMember(tx, site, id);
  if (!member.seen || member.invisible_since || member.consent_withdrawn_at) {
    await tx.one(deleteSearch, site, id);
    await tx.one(deleteFacts, site, id);
    await tx.one(noteGone, site, id, now);
    return;
  }
  const { date_of_birth: born, gender } = member;
  const country = countryNumber(member.country);
  const region = (await regionNumbers(db, tx)).get(member.countryregion) ?? 0;
  const year = Number(born.slice(0, 4));
  const photo = member.main_photo_id !== null;
  await tx.one(upsertSearch, site, id, now, born, country, region, year, gender, photo);
  const own = [born, country, region, year, gender, cellOfTown(member), member.looking_for] as const;
  await tx.one(upsertFacts, site, id, ...own, now);
  await tx.one(forgetGone, site, id);
}

/** By now every process has taken them out of its columns (search/columns). */
export async function sweepLeavers({ db, clock }: Resources): Promise<void> {
  await db.one(sweepGone, clock.in(-DAY));
}

/** Counts per place, gender and period of birth, for exact totals; only what has changed is written. */
export async function rebuildFacets({ db }: Resources): Promise<void> {
  await db.one(refreshFacets);
}

const seen = new WeakMap<Db, Map<number, { site: number; at: number }>>();

/** Notes that a member is here; written by `flushActivity`, so a request costs nothing. */
export function noteActivity({ db, clock }: Pick<Resources, "db" | "clock">, site: number, member: number): void {
  const map = seen.get(db) ?? new Map<number, { site: number; at: number }>();
  seen.set(db, map.set(member, { site, at: clock.now().getTime() }));
}

/** Writes what was noted since the last time. */
export async function flushActivity({ db }: Resources): Promise<void> {
  const map = seen.get(db);
  if (!map?.size) return;
  seen.delete(db);
  const rows = [...map];
  const write = db.one(
    touchAll,
    rows.map(([, { site }]) => site),
    rows.map(([member]) => member),
    rows.map(([, { at }]) => new Date(at).toISOString()),
  );
  await write.catch((error) => {
    seen.set(db, new Map([...rows, ...(seen.get(db) ?? [])])); // with the next ones
    throw error;
  });
}
