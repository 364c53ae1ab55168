/**
 * Loads the columns of a site from the narrow tables and keeps them fresh: whatever changed since the last look is asked for by its
 * index every ten seconds, by each process for itself. So nothing that is missed on the way stays wrong for longer than a minute.
 */
import type { Db } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { type Columns, moveRecent, openColumns, put, remove, touch } from "./rules.ts";
import type { ColumnRow } from "./tables.ts";

const BATCH = 2_000;
/** Rows taken in at a time: about a millisecond. */
const TURN = 200;
/** A transaction may be seen this much later than the time that it writes: twice what one may last (kernel/db/postgres.ts). */
const OVERLAP_MS = 30_000;
const RECENT_MS = 3_600_000;
/** Who left is remembered for a day; columns that were not looked after for half of one are loaded anew. */
const STALE_MS = 12 * RECENT_MS;

const COLUMNS = `f.member_id as id, f.date_of_birth - date '1970-01-01' as born, f.birth_year, f.gender, f.country, f.region,
          coalesce(f.cell, 0) as cell, f.looking_for, f.seek_min_age, f.seek_max_age, f.interests, f.languages, s.photo,
          (extract(epoch from s.last_active) * 1000)::bigint as active`;
// the size of a batch stands in the text: a plan for any size would read the whole table
const batch = read<[site: number, after: number], ColumnRow>(
  `select ${COLUMNS}
     from (select * from member_facts where site_id = $1 and member_id > $2 order by member_id limit ${BATCH}) f
    cross join lateral (select photo, last_active from member_search where site_id = $1 and member_id = f.member_id offset 0) s
    order by f.member_id`,
);
const lastOfBatch = read<[site: number, after: number], { id: number | null }>(
  `select max(member_id) as id
     from (select member_id from member_facts where site_id = $1 and member_id > $2 order by member_id limit ${BATCH}) f`,
);
const changedSince = read<[site: number, since: string], ColumnRow>(
  `select ${COLUMNS}
     from member_facts f
    cross join lateral (select photo, last_active from member_search where site_id = $1 and member_id = f.member_id offset 0) s
    where f.site_id = $1 and f.changed_at > $2`,
);
const activeSince = read<[site: number, since: string], { id: number; active: number }>(
  `select member_id as id, (extract(epoch from last_active) * 1000)::bigint as active
     from member_search where site_id = $1 and last_active > $2`,
);
const goneSince = read<[site: number, since: string], { id: number }>(
  "select member_id as id from search_gone where site_id = $1 and gone_at > $2",
);
const estimate = read<[site: number], { n: number }>(
  "select coalesce(sum(n), 0)::int as n from search_facets where site_id = $1 and country = 0 and region = 0 and period < 10000",
);

interface Loaded {
  columns: Columns;
  /** Everything up to here is in, in milliseconds of the product's time. */
  upTo: number;
}
const kept = new WeakMap<Db, Map<number, Promise<Loaded>>>();

/** The columns of a site, loaded when they are first asked for. */
export async function columnsOf(app: Resources, site: number): Promise<Columns> {
  const sites = kept.get(app.db) ?? new Map<number, Promise<Loaded>>();
  kept.set(app.db, sites);
  let loading = sites.get(site);
  if (!loading) {
    loading = load(app, site);
    sites.set(site, loading);
    // what could not be loaded is tried again by the next who asks
    loading.catch(() => sites.delete(site));
  }
  return (await loading).columns;
}

/** Brings every loaded site up to now. */
export async function refreshColumns(app: Resources): Promise<void> {
  for (const [site, loading] of kept.get(app.db) ?? []) await refresh(app, site, await loading);
}

async function load({ db, clock }: Resources, site: number): Promise<Loaded> {
  const upTo = clock.now().getTime();
  const { n } = (await db.one(estimate, site))!;
  const columns = openColumns(n * 1.05 + BATCH, upTo - RECENT_MS);
  let after = 0;
  for (;;) {
    const rows = await db.all(batch, site, after);
    await inTurns(rows, (row) => put(columns, row, true));
    // a batch may be short of those who left while it was read; the end is where no facts are left
    const last = rows.length === BATCH ? rows.at(-1)!.id : (await db.one(lastOfBatch, site, after))!.id;
    if (last === null) return { columns, upTo };
    after = last;
  }
}

async function refresh(app: Resources, site: number, loaded: Loaded): Promise<void> {
  const { db, clock } = app;
  const now = clock.now().getTime();
  if (now - loaded.upTo > STALE_MS) {
    kept.get(db)!.set(site, Promise.resolve(await load(app, site)));
    return;
  }
  const since = new Date(loaded.upTo - OVERLAP_MS).toISOString();
  // in this order: who comes back between the two is in, who leaves between them is taken out the next time
  const gone = await db.all(goneSince, site, since);
  const changed = await db.all(changedSince, site, since);
  const active = await db.all(activeSince, site, since);
  await inTurns(gone, ({ id }) => remove(loaded.columns, id));
  await inTurns(changed, (row) => put(loaded.columns, row));
  await inTurns(active, (row) => touch(loaded.columns, row.id, row.active));
  if (now - loaded.columns.recentFrom > 2 * RECENT_MS) moveRecent(loaded.columns, now - RECENT_MS);
  loaded.columns.kept.clear();
  loaded.upTo = now;
}

/** Everybody else's requests come in between: ten thousand rows at once would keep them waiting for a tenth of a second. */
async function inTurns<T>(rows: T[], work: (row: T) => void): Promise<void> {
  for (let first = 0; first < rows.length; first += TURN) {
    for (const row of rows.slice(first, first + TURN)) work(row);
    await new Promise(setImmediate);
  }
}
