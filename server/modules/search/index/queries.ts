/**
 * Loads the index of each site and keeps it current: through the bus after each commit in any process, and by polling
 * for changes every ten seconds, which covers lost messages.
 */
import { setTimeout as delay } from "node:timers/promises";
import { appState } from "../../../kernel/app-state.ts";
import { read } from "../../../kernel/db/statement.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { onIndexed } from "../../members/indexing/commands.ts";
import { CHOICE_NAMES } from "../../members/indexing/rules.ts";
import { listSites } from "../../site/queries.ts";
import { moveRecent, noteActive, openIndex, put, type SearchIndex, sizeOf } from "./rules.ts";
import type { IndexRow } from "./tables.ts";

const BATCH = 4_000;
/** Rows between which other requests are served: about a millisecond. */
const ROWS_AT_ONCE = 250;
/**
 * A commit may become visible this much later than the time that it writes: twice what a transaction may last
 * (kernel/db/postgres.ts).
 */
const OVERLAP_MS = 30_000;
const RECENT_MS = 3_600_000;
/** A search waits this long for an index that is being loaded; then it is refused. */
const PATIENCE_MS = 1_000;
const RETRY_SECONDS = 2;

const COLUMNS = `member_id as id, (extract(epoch from last_active) * 1000)::bigint as last_active,
  date_of_birth - date '1970-01-01' as born, region, coalesce(cell, 0) as cell, seek_min_age, seek_max_age, ${CHOICE_NAMES.join(", ")}`;
const count = read<{ site: number }, { n: number }>(
  "select count(*)::int as n from member_search where site_id = $site",
);
// The size of a batch is part of the text: a plan for any size would read the whole table.
const batchAfter = read<{ site: number; after: number }, IndexRow>(
  `select ${COLUMNS} from member_search where site_id = $site and member_id > $after order by member_id limit ${BATCH}`,
);
const byIds = read<{ site: number; ids: number[] }, IndexRow>(
  `select ${COLUMNS} from member_search where site_id = $site and member_id = any ($ids::bigint[])`,
);
const changedSince = read<{ site: number; since: string }, IndexRow>(
  `select ${COLUMNS} from member_search where site_id = $site and changed_at > $since`,
);
const activeSince = read<{ site: number; since: string }, { id: number; last_active: number }>(
  `select member_id as id, (extract(epoch from last_active) * 1000)::bigint as last_active
     from member_search where site_id = $site and last_active > $since`,
);

interface SiteIndex {
  /** Null until it is loaded. */
  index: SearchIndex | null;
  /** The load or the update that is under way. */
  working: Promise<void> | null;
  /** Ids of members to reload, and how many are being loaded. */
  changed: Set<number>;
  reading: number;
  /** Milliseconds: all changes before this moment are in. */
  upTo: number;
}

const indexesOf = appState((app) => {
  const sites = new Map<number, SiteIndex>();
  onIndexed(app.bus, (site, member) => {
    const known = sites.get(site);
    if (!known) return;
    known.changed.add(member);
    void update(app, site, known).catch(() => {}); // the poll every ten seconds retries it
  });
  const { gauge } = app.metrics;
  gauge("search_index_members", "Members in the search indexes of this process", () => measureIndexes(app).members);
  gauge("search_index_bytes", "Memory of the search indexes of this process", () => measureIndexes(app).bytes);
  return sites;
});

/** Members and bytes of all indexes of this process. */
export function measureIndexes(app: Resources): { members: number; bytes: number } {
  const loaded = [...indexesOf(app).values()].flatMap(({ index }) => index ?? []);
  const sum = (of: (index: SearchIndex) => number) => loaded.reduce((total, index) => total + of(index), 0);
  return { members: sum(({ size }) => size), bytes: sum(sizeOf) };
}

/**
 * The index of a site with all changes that this process has committed. Refuses with `unavailable` while it is being
 * loaded.
 */
export async function searchIndexOf(app: Resources, site: number): Promise<SearchIndex> {
  const known = siteIndexOf(app, site);
  if (!known.index) await Promise.race([load(app, site, known), patience()]);
  if (!known.index) throw new Refusal("unavailable", { seconds: RETRY_SECONDS });
  if (known.changed.size || known.reading) await update(app, site, known);
  return known.index;
}

const patience = () => delay(PATIENCE_MS, undefined, { ref: false });

/** Loads missing indexes and updates the others. */
export async function refreshIndexes(app: Resources): Promise<void> {
  for (const { id } of await listSites(app)) {
    const known = siteIndexOf(app, id);
    if (known.index) await refresh(app, id, known);
    else await load(app, id, known);
  }
}

/** Whether searches work on every known site. Needs no database once they do. */
export async function isSearchReady(app: Resources): Promise<boolean> {
  const sites = indexesOf(app);
  if (!sites.size) await Promise.race([refreshIndexes(app), patience()]);
  return sites.size > 0 && [...sites.values()].every(({ index }) => index !== null);
}

function siteIndexOf(app: Resources, site: number): SiteIndex {
  const sites = indexesOf(app);
  const known = sites.get(site) ?? { index: null, working: null, changed: new Set(), reading: 0, upTo: 0 };
  sites.set(site, known);
  return known;
}

/** One load or update of a site at a time. */
async function alone(known: SiteIndex, work: () => Promise<void>): Promise<void> {
  while (known.working) await known.working.catch(() => {});
  known.working = work().finally(() => {
    known.working = null;
  });
  await known.working;
}

const load = (app: Resources, site: number, known: SiteIndex): Promise<void> =>
  alone(known, async () => {
    if (known.index) return;
    const { db, clock } = app;
    const upTo = clock.now().getTime();
    const { n } = (await db.one(count, { site }))!;
    const index = openIndex(n * 1.02 + BATCH, upTo - RECENT_MS);
    let next = db.all(batchAfter, { site, after: 0 });
    for (;;) {
      const rows = await next;
      if (!rows.length) break;
      next = db.all(batchAfter, { site, after: rows.at(-1)!.id });
      next.catch(() => {}); // it is awaited after these rows
      await inTurns(rows, (row) => put(index, row, true));
    }
    Object.assign(known, { index, upTo });
  });

/** Reads the rows of changed members again. */
async function update(app: Resources, site: number, known: SiteIndex): Promise<void> {
  if (!known.index) return; // the load reads them, or the refresh after it
  await alone(known, async () => {
    const ids = [...known.changed];
    if (!ids.length) return;
    known.changed.clear();
    known.reading = ids.length;
    const rows = await app.db.all(byIds, { site, ids }).finally(() => {
      known.reading = 0;
    });
    const found = new Set(rows.map(({ id }) => id));
    for (const row of rows) put(known.index!, row);
    for (const id of ids) if (!found.has(id)) put(known.index!, { ...ERASED, id });
  });
}
const ERASED = { last_active: null } as IndexRow;

const refresh = (app: Resources, site: number, known: SiteIndex): Promise<void> =>
  alone(known, async () => {
    const { db, clock } = app;
    const index = known.index!;
    const now = clock.now().getTime();
    const since = new Date(known.upTo - OVERLAP_MS).toISOString();
    const [changed, active] = await Promise.all([
      db.all(changedSince, { site, since }),
      db.all(activeSince, { site, since }),
    ]);
    await inTurns(changed, (row) => put(index, row));
    await inTurns(active, ({ id, last_active }) => noteActive(index, id, last_active));
    if (now - index.recentFrom > 2 * RECENT_MS) moveRecent(index, now - RECENT_MS);
    known.upTo = now;
  });

async function inTurns<T>(rows: T[], work: (row: T) => void): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    for (const row of rows.slice(first, first + ROWS_AT_ONCE)) work(row);
    await new Promise(setImmediate);
  }
}
