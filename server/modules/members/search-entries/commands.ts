/**
 * What search reads: a narrow row per findable member and its static twin, facets rebuilt each minute, and the times of the
 * last activity, collected in memory and written in batches (data.md §3).
 */
import { COUNTRIES, type Country } from "@serenade/contract/locales";
import type { Db, Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { regionNumbers } from "../../site/queries.ts";
import { getMember } from "../queries.ts";

const upsertSearch = write<[number, number, string, string, number, number, number, number, boolean]>(
  `insert into member_search (site_id, member_id, last_active, date_of_birth, country, region, birth_year, gender, photo)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (site_id, member_id) do update
      set date_of_birth = excluded.date_of_birth, country = excluded.country, region = excluded.region,
          birth_year = excluded.birth_year, gender = excluded.gender, photo = excluded.photo`,
);
const upsertFacts = write<[number, number, string, number, number, number, number]>(
  `insert into member_facts (site_id, member_id, date_of_birth, country, region, birth_year, gender)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (site_id, member_id) do update
      set date_of_birth = excluded.date_of_birth, country = excluded.country, region = excluded.region,
          birth_year = excluded.birth_year, gender = excluded.gender`,
);
const deleteSearch = write<[number, number]>("delete from member_search where site_id = $1 and member_id = $2");
const deleteFacts = write<[number, number]>("delete from member_facts where site_id = $1 and member_id = $2");
const clearFacets = write<[]>("delete from search_facets");
const fillFacets = write<[]>(
  `insert into search_facets (site_id, country, region, gender, birth_year, n)
   select site_id, coalesce(country, 0), coalesce(region, 0), gender, birth_year, count(*)::int
     from member_facts
    group by grouping sets ((site_id, country, region, gender, birth_year), (site_id, gender, birth_year))`,
);
const touchAll = write<[number[], number[], string[]]>(
  `update member_search s set last_active = seen.at
     from unnest($1::smallint[], $2::bigint[], $3::timestamptz[]) as seen (site_id, member_id, at)
    where s.site_id = seen.site_id and s.member_id = seen.member_id
      and s.last_active < seen.at - interval '60 seconds'`,
);

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
  if (!member.seen) {
    await tx.one(deleteSearch, site, id);
    await tx.one(deleteFacts, site, id);
    return;
  }
  const { date_of_birth: born, gender } = member;
  const country = countryNumber(member.country);
  const region = (await regionNumbers(db, tx)).get(member.countryregion) ?? 0;
  const year = Number(born.slice(0, 4));
  const photo = member.main_photo_id !== null;
  await tx.one(upsertSearch, site, id, now, born, country, region, year, gender, photo);
  await tx.one(upsertFacts, site, id, born, country, region, year, gender);
}

/** Counts per country, region, gender and year, for exact totals; one statement after the other in one transaction. */
export async function rebuildFacets({ db }: Resources): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.one(clearFacets);
    await tx.one(fillFacets);
  });
}

const seen = new WeakMap<Db, Map<string, { site: number; member: number; at: string }>>();

/** Notes that a member is here; written by `flushActivity`, so a request costs nothing. */
export function noteActivity({ db, clock }: Pick<Resources, "db" | "clock">, site: number, member: number): void {
  const map = seen.get(db) ?? new Map();
  seen.set(db, map.set(`${site}:${member}`, { site, member, at: clock.iso() }));
}

/** Writes what was noted since the last time. */
export async function flushActivity({ db }: Resources): Promise<void> {
  const map = seen.get(db);
  if (!map?.size) return;
  seen.delete(db);
  const rows = [...map.values()];
  await db.one(
    touchAll,
    rows.map((row) => row.site),
    rows.map((row) => row.member),
    rows.map((row) => row.at),
  );
}
