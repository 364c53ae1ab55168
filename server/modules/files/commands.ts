/**
 * Deletes unreferenced files. The removal is recorded in the transaction that makes them unreferenced, so that one that
 * fails, or a process that crashes before it, leaves no file behind for long.
 */

import type { Queries, Transaction } from "../../kernel/db/db.ts";
import { read, write } from "../../kernel/db/statement.ts";
import { isUnavailable } from "../../kernel/outages.ts";
import type { Resources } from "../../kernel/resources.ts";

/** By then a process that was writing one of them has finished. */
const AGAIN_AFTER_SECONDS = 600;
const AT_A_TIME = 1_000;

const note = write<{ keys: string[]; since: string }>(
  `insert into file_removals (key, since) select unnest($keys::text[]), $since
       on conflict (key) do update set since = excluded.since`,
);
const listDue = read<{ until: string; limit: number }, { key: string }>(
  "select key from file_removals where since < $until order by key limit $limit",
);
const forget = write<{ keys: string[] }>("delete from file_removals where key = any ($keys::text[])");

/** Call it in the transaction that makes the files unreferenced, and `removeNow` after the commit. */
export async function noteRemovals(app: Resources, queries: Queries, keys: string[]): Promise<void> {
  await queries.one(note, { keys, since: app.clock.iso() });
}

/** Files that go with the commit of a transaction. */
export async function removeFilesWith(app: Resources, tx: Transaction, keys: string[]): Promise<void> {
  await noteRemovals(app, tx, keys);
  tx.afterCommit(() => removeNow(app, keys));
}

/** Files that go by themselves; also when it was the database that failed, and they are what was to belong to it. */
export async function removeFiles(app: Resources, keys: string[]): Promise<void> {
  await noteRemovals(app, app.db, keys).catch((error: Error) => {
    if (!isUnavailable(error)) app.log.warn({ error: error.message }, "the removal of files could not be written down");
  });
  await removeNow(app, keys);
}

/** Returns the removed keys. A failure is logged and left to the sweep. */
export async function removeNow({ storage, log }: Resources, keys: string[]): Promise<string[]> {
  const removed: string[] = [];
  for (const key of keys) {
    await storage.remove(key).then(
      () => removed.push(key),
      (error: Error) => log.warn({ error: error.message }, "a file stayed and waits for the next sweep"),
    );
  }
  return removed;
}

/** Retries removals recorded a while ago. */
export async function sweepFiles(app: Resources): Promise<void> {
  const until = app.clock.in(-AGAIN_AFTER_SECONDS);
  for (let count = AT_A_TIME; count === AT_A_TIME; ) {
    const keys = (await app.db.all(listDue, { until, limit: AT_A_TIME })).map(({ key }) => key);
    const removed = await removeNow(app, keys);
    await app.db.one(forget, { keys: removed });
    count = removed.length;
  }
}
