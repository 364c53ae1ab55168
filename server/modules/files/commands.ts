/**
 * Removes files that nothing points at any more. The wish is written down with the change that makes them useless, so a removal
 * that fails, or a process that dies before it, leaves nothing behind for long: what people have deleted is gone.
 */

import type { Queries, Transaction } from "../../kernel/db/db.ts";
import { read, write } from "../../kernel/db/statement.ts";
import { isAway } from "../../kernel/outages.ts";
import type { Resources } from "../../kernel/resources.ts";

/** By then whoever was just writing one of them has finished. */
const AGAIN_AFTER_SECONDS = 600;
const AT_A_TIME = 1_000;

const note = write<[keys: string[], since: string]>(
  `insert into file_removals (key, since) select unnest($1::text[]), $2
       on conflict (key) do update set since = excluded.since`,
);
const listDue = read<[until: string, limit: number], { key: string }>(
  "select key from file_removals where since < $1 order by key limit $2",
);
const forget = write<[keys: string[]]>("delete from file_removals where key = any ($1::text[])");

/** In the transaction after which nothing points at them; `removeNow` when it is committed. */
export async function noteRemovals(app: Resources, queries: Queries, keys: string[]): Promise<void> {
  await queries.one(note, keys, app.clock.iso());
}

/** Files that go with the commit of a transaction. */
export async function removeFilesWith(app: Resources, tx: Transaction, keys: string[]): Promise<void> {
  await noteRemovals(app, tx, keys);
  tx.afterCommit(() => removeNow(app, keys));
}

/** Files that go by themselves; also when it was the database that failed, and they are what was to belong to it. */
export async function removeFiles(app: Resources, keys: string[]): Promise<void> {
  await noteRemovals(app, app.db, keys).catch((error: Error) => {
    if (!isAway(error)) app.log.warn({ error: error.message }, "the removal of files could not be written down");
  });
  await removeNow(app, keys);
}

/** Those that could be removed. One that could not is said in the log and left to the sweep. */
export async function removeNow({ storage, log }: Resources, keys: string[]): Promise<string[]> {
  const gone: string[] = [];
  for (const key of keys) {
    await storage.remove(key).then(
      () => gone.push(key),
      (error: Error) => log.warn({ error: error.message }, "a file stayed and waits for the next sweep"),
    );
  }
  return gone;
}

/** Once more what was to go a while ago. */
export async function sweepFiles(app: Resources): Promise<void> {
  const until = app.clock.in(-AGAIN_AFTER_SECONDS);
  for (let gone = AT_A_TIME; gone === AT_A_TIME; ) {
    const keys = (await app.db.all(listDue, until, AT_A_TIME)).map(({ key }) => key);
    const removed = await removeNow(app, keys);
    await app.db.one(forget, removed);
    gone = removed.length;
  }
}
