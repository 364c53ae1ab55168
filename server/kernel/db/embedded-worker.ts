/** The worker thread that runs PGlite. Receives {call, verb, args, transaction?}, answers {call, result | error}. */
import { parentPort, workerData } from "node:worker_threads";
import { Mutex, PGlite } from "@electric-sql/pglite";
import { openStatements } from "./embedded-statements.ts";
import { PARSERS } from "./types.ts";

const MAINTENANCE_MS = 60_000;

const database = await PGlite.create(workerData.directory, {
  postgresqlconf: ["shared_buffers=64MB", "max_wal_size=128MB", "timezone=UTC", "plan_cache_mode=force_generic_plan"],
  parsers: PARSERS,
} as Parameters<typeof PGlite.create>[1] & object);
await database.exec("set timezone = 'UTC'");

const statements = openStatements(database);

// one connection: an open transaction has exclusive use of it
const connection = new Mutex();
const open = new Map<number, () => void>();
let last = 0;

async function alone<T>(work: () => Promise<T>, transaction?: number): Promise<T> {
  if (!transaction) return connection.runExclusive(work);
  // too late: it would become part of another transaction
  if (!open.has(transaction)) throw new Error("the transaction is over");
  return work();
}

const verbs: Record<string, (args: never, transaction?: number) => unknown> = {
  run: ([name, text, params]: [string, string, unknown[]], transaction) =>
    alone(() => statements(name, text, params), transaction),
  query: ([sql, params]: [string, unknown[]], transaction) =>
    alone(async () => (await database.query(sql, params)).rows, transaction),
  script: ([sql]: [string], transaction) =>
    alone(async () => (await database.exec(sql).catch(undone)).map(({ rows }) => ({ rows })), transaction),
  begin: async () => {
    const release = await connection.acquire();
    await database.exec("begin").catch((error) => {
      release();
      throw error;
    });
    open.set(++last, release);
    return last;
  },
  commit: (_: never, transaction) => finish(transaction!, "commit"),
  rollback: (_: never, transaction) => finish(transaction!, "rollback"),
  describe: ([sql]: [string]) =>
    alone(async () => {
      const { queryParams, resultFields } = await database.describeQuery(sql);
      return {
        params: queryParams.map((param) => param.dataTypeID),
        columns: resultFields.map((field) => [field.name, field.dataTypeID]),
      };
    }),
  close: () => {
    clearInterval(maintenance);
    return connection.runExclusive(() => database.close());
  },
};

/** Rolls back a failed script that had begun its own transaction; left open, it would fail every later statement. */
async function undone(error: Error): Promise<never> {
  if (open.size === 0) await database.exec("rollback");
  throw error;
}

async function finish(transaction: number, how: "commit" | "rollback"): Promise<void> {
  const release = open.get(transaction);
  if (!release) return;
  open.delete(transaction);
  try {
    await database.exec(how);
  } finally {
    release();
  }
}

// Single-user mode has neither autovacuum nor a checkpointer.
async function maintain(): Promise<void> {
  await alone(() => database.exec("checkpoint"));
  const { rows } = await alone(() =>
    database.query<{ name: string }>(
      `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
      where n_dead_tup > 1000 + 0.1 * n_live_tup or n_mod_since_analyze > 1000 + 0.1 * n_live_tup`,
    ),
  );
  for (const { name } of rows) await alone(() => database.exec(`vacuum analyze ${name}`));
}
const maintenance = setInterval(() => void maintain().catch(() => {}), MAINTENANCE_MS);
maintenance.unref();

interface Request {
  call: number;
  verb: string;
  args: never;
  transaction?: number;
}
parentPort!.on("message", async ({ call, verb, args, transaction }: Request) => {
  try {
    const result = await verbs[verb]!(args, transaction);
    parentPort!.postMessage({ call, result });
  } catch (caught) {
    const { message, code, constraint } = caught as Error & { code?: string; constraint?: string };
    parentPort!.postMessage({ call, error: { message, code, constraint } });
  }
});
parentPort!.postMessage("ready");
