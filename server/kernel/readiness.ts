/** Whether the process can serve: checks both connections to the database, each with a deadline, and names failures. */
import type { Db } from "./db/db.ts";
import { type NoParams, read, write } from "./db/statement.ts";
import type { Jobs } from "./jobs.ts";

/** A request would time out on a slower database. */
const DEADLINE_MS = 2_000;

interface Readiness {
  ok: boolean;
  /** Null is not known: the database did not say. */
  checks: {
    database_read: boolean;
    database_write: boolean;
    /** There is a site to serve. */
    site: boolean | null;
    /** Every site's search index is loaded (search/index). */
    search: boolean | null;
    /** Names of failing jobs. */
    jobs: string[] | null;
  };
}

const anySite = read<NoParams, { any: boolean }>("select exists (select from sites) as any");
/** A lock is a write: a read-only database refuses it. A shared one, because a crashed process may still hold it. */
const lockClock = write<NoParams, { locked: number }>("select 1 as locked from product_clock for key share");

export async function readinessOf({
  db,
  jobs,
  isSearchReady,
}: {
  db: Db;
  jobs: Jobs;
  isSearchReady: () => Promise<boolean>;
}): Promise<Readiness> {
  const [site, single, inTransaction, search, failing] = await Promise.all([
    inTime(db.one(anySite)),
    inTime(db.one(lockClock)),
    inTime(db.transaction((tx) => tx.one(lockClock))),
    inTime(isSearchReady()),
    inTime(jobs.failing()),
  ]);
  const checks = {
    database_read: site !== null,
    database_write: single !== null && inTransaction !== null,
    site: site?.any ?? null,
    search,
    jobs: failing,
  };
  const { database_read, database_write } = checks;
  const ok = database_read && database_write && checks.site === true && search === true && failing?.length === 0;
  return { ok, checks };
}

/** The result if it arrives within the deadline, else null. */
async function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), DEADLINE_MS);
  });
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
