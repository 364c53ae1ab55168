/** The thread that holds PGlite. Speaks {call, verb, args, transaction?} and answers {call, result | error}. */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type Transaction } from "@electric-sql/pglite";

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const DATE = 1082;
const MAINTENANCE_MS = 60_000;

const text = (value: string) => value;
const database = await PGlite.create(workerData.directory, {
  postgresqlconf: ["shared_buffers=64MB", "max_wal_size=128MB", "timezone=UTC"],
  parsers: { [INT8]: Number, [TIMESTAMPTZ]: text, [DATE]: text },
} as Parameters<typeof PGlite.create>[1] & object);
await database.exec("set timezone = 'UTC'");

interface Open {
  tx: Transaction;
  end: (commit: boolean) => void;
}
const open = new Map<number, Open>();
const ending = new Map<number, Promise<unknown>>();
let last = 0;

const verbs: Record<string, (args: never, transaction?: number) => unknown> = {
  query: async ([sql, params]: [string, unknown[]], transaction) =>
    (await (transaction ? open.get(transaction)!.tx : database).query(sql, params)).rows,
  script: async ([sql]: [string], transaction) =>
    (await (transaction ? open.get(transaction)!.tx : database).exec(sql)).map(({ rows }) => ({ rows })),
  begin: () => begin(),
  commit: (_: never, transaction) => finish(transaction!, true),
  rollback: (_: never, transaction) => finish(transaction!, false),
  describe: async ([sql]: [string]) => {
    const { queryParams, resultFields } = await database.describeQuery(sql);
    return {
      params: queryParams.map((param) => param.dataTypeID),
      columns: resultFields.map((field) => [field.name, field.dataTypeID]),
    };
  },
  close: async () => {
    clearInterval(maintenance);
    await database.close();
  },
};

/** PGlite runs a transaction inside a callback; this keeps the callback open until commit or rollback is asked for. */
function begin(): Promise<number> {
  return new Promise((ready, failed) => {
    const id = ++last;
    const done = database.transaction(
      (tx) =>
        new Promise<void>((resolve, reject) => {
          const end = (commit: boolean) => (commit ? resolve() : reject(new Error("rollback")));
          open.set(id, { tx, end });
          ready(id);
        }),
    );
    done.catch(failed); // once `ready` was called this changes nothing: finish() reports
    ending.set(id, done);
  });
}

async function finish(id: number, commit: boolean): Promise<void> {
  const transaction = open.get(id);
  if (!transaction) return;
  open.delete(id);
  transaction.end(commit);
  try {
    await ending.get(id);
  } catch (error) {
    if (commit) throw error;
  } finally {
    ending.delete(id);
  }
}

// Single-user mode has neither autovacuum nor a checkpointer.
async function maintain(): Promise<void> {
  await database.exec("checkpoint");
  const { rows } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
      where n_dead_tup > 1000 + 0.1 * n_live_tup or n_mod_since_analyze > 1000 + 0.1 * n_live_tup`,
  );
  for (const { name } of rows) await database.exec(`vacuum analyze ${name}`);
}
const maintenance = setInterval(() => void maintain().catch(() => {}), MAINTENANCE_MS);
maintenance.unref();

interface Ask {
  call: number;
  verb: string;
  args: never;
  transaction?: number;
}
parentPort!.on("message", async ({ call, verb, args, transaction }: Ask) => {
  try {
    const result = await verbs[verb]!(args, transaction);
    parentPort!.postMessage({ call, result });
  } catch (caught) {
    const { message, code, constraint } = caught as Error & { code?: string; constraint?: string };
    parentPort!.postMessage({ call, error: { message, code, constraint } });
  }
});
parentPort!.postMessage("ready");
