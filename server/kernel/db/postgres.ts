/** PostgreSQL by DATABASE_URL: a pool for transactions, pipelined connections for single statements. */
import pg from "pg";
import type { Log } from "../log.ts";
import { isUnavailable, type Outage, openOutage, Unavailable } from "../outages.ts";
import {
  asUnavailable,
  CONNECT_MS,
  connectionConfig,
  cut,
  pidOf,
  queryOn,
  rethrow,
  type WatchedClient,
  watchClient,
} from "./connections.ts";
import { type Db, type Queries, withEffects, withRetries } from "./db.ts";
import { openPipeline, shortestQueue } from "./pipeline.ts";
import { type ParamsOf, type Statement, valuesOf } from "./statement.ts";
import { PARSERS } from "./types.ts";
import { openWatchdog, type Watchdog } from "./watchdog.ts";

for (const [type, parse] of Object.entries(PARSERS)) pg.types.setTypeParser(Number(type), parse);

const READ_CONNECTIONS = 2;
/** Each commits one after the other; several of them share a flush of the log. */
const WRITE_CONNECTIONS = 6;
/** How long a transaction waits for a connection of the pool. */
const POOL_WAIT_MS = 10_000;

interface PostgresOptions {
  /** Connections for transactions. More is not faster on 2 cores (data.md §4), and single statements have their own. */
  pool?: number;
  /** Logs outages of the database. */
  log?: Log;
}

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const config = connectionConfig(url);
  const outage = options.log && openOutage(options.log, "database");
  const watchdog = openWatchdog({
    probe: (pids) => findBusy(config, pids),
    abandon: (pids) => void endAbandoned(config, pids).catch(() => {}),
    cut: (why) => outage?.lost(why),
  });
  const pool = openPool(config, options.pool ?? 6, watchdog);
  const readers = Array.from({ length: READ_CONNECTIONS }, () => openPipeline(config));
  const writers = Array.from({ length: WRITE_CONNECTIONS }, () => openPipeline(config));
  for (const pipeline of [...readers, ...writers]) watchdog.add(pipeline);
  await Promise.all([...readers, ...writers].map((pipeline) => pipeline.connect()));

  const run = <P extends object, R>(statement: Statement<P, R>, [params]: ParamsOf<P>): Promise<R[]> => {
    const values = valuesOf(statement, params);
    return statement.kind === "read"
      ? (readers.find((reader) => reader.hasCapacity()) ?? shortestQueue(readers)).query(statement, values)
      : withRetries(() => shortestQueue(writers).query(statement, values));
  };
  const tracked = <T>(work: Promise<T>): Promise<T> => (outage ? trackOutage(outage, work) : work);

  return {
    engine: "postgres",
    all: (statement, ...params) => tracked(run(statement, params)),
    one: async (statement, ...params) => (await tracked(run(statement, params)))[0] ?? null,
    transaction: (work) => withEffects((inside) => tracked(inTransaction(pool, inside)), work),
    script: async (sql) => [await tracked(pool.use((client) => client.query(sql)))].flat(),
    raw: async (sql, params) => ({ rows: (await tracked(pool.use((client) => client.query(sql, params)))).rows }),
    describe: (sql) => pool.use((client) => describe(client, sql)),
    close: async () => {
      watchdog.close();
      await Promise.all([...readers, ...writers].map((pipeline) => pipeline.close()));
      await pool.end();
    },
  };
}

async function trackOutage<T>(outage: Outage, work: Promise<T>): Promise<T> {
  try {
    const result = await work;
    if (outage.isUnavailable()) outage.works();
    return result;
  } catch (error) {
    if (isUnavailable(error)) outage.lost(error as Error);
    // the pool timed out because its connections are waiting for the database themselves
    else if (outage.isUnavailable() && isPoolTimeout(error))
      throw new Unavailable("the database is unavailable", { cause: error });
    throw error;
  }
}

const isPoolTimeout = (error: unknown) => /^timeout exceeded when trying to connect/.test((error as Error).message);

interface Pool {
  connect(): Promise<{ client: pg.PoolClient; watched: WatchedClient; release(broken?: Error): void }>;
  /** One piece of work on a connection; one that failed is not used again. */
  use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

function openPool(config: pg.ClientConfig, max: number, watchdog: Watchdog): Pool {
  // the pool's timeout is for a free connection, not for connecting to the server
  class Client extends pg.Client {
    constructor(ofPool?: pg.ClientConfig) {
      super({ ...ofPool, connectionTimeoutMillis: CONNECT_MS });
    }
  }
  const pool = new pg.Pool({ ...config, max, connectionTimeoutMillis: POOL_WAIT_MS, Client });
  const watchedOf = new WeakMap<pg.PoolClient, WatchedClient>();
  const inUse = new WeakSet<pg.PoolClient>();
  pool.on("error", () => {}); // an idle connection that died is replaced at the next use
  pool.on("connect", (client) => {
    // A connection lost in a transaction fails its next statement; the event itself needs no handling.
    client.on("error", () => {});
    const watched = watchClient(client, () => inUse.has(client));
    watchedOf.set(client, watched);
    watchdog.add(watched);
  });
  pool.on("remove", (client) => watchdog.remove(watchedOf.get(client)!));
  const connect: Pool["connect"] = async () => {
    const client = await pool.connect().catch(rethrow);
    inUse.add(client);
    const release = (broken?: Error) => {
      inUse.delete(client);
      if (isUnavailable(broken)) cut(client); // the peer may be unreachable
      client.release(broken);
    };
    return { client, watched: watchedOf.get(client)!, release };
  };
  return {
    connect,
    use: async (work) => {
      const { client, watched, release } = await connect();
      try {
        const result = await watched.during(() => work(client));
        release();
        return result;
      } catch (error) {
        const failed = asUnavailable(error as Error);
        release(failed);
        throw failed;
      }
    },
    end: () => pool.end(),
  };
}

async function inTransaction<T>(pool: Pool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const { client, watched, release } = await pool.connect();
  const command = (sql: string) => watched.during(() => client.query(sql).catch(rethrow));
  const query = <P extends object, R>(statement: Statement<P, R>, [params]: ParamsOf<P>) =>
    watched.during(() => queryOn(client, statement, valuesOf(statement, params)));
  let broken: Error | undefined;
  try {
    await command("begin");
    const result = await work({
      all: (statement, ...params) => query(statement, params),
      one: async (statement, ...params) => (await query(statement, params))[0] ?? null,
    });
    await command("commit");
    return result;
  } catch (error) {
    await command("rollback").catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    release(broken);
  }
}

/** Which of these processes of the server are at work on a statement. */
const findBusy = (config: pg.ClientConfig, pids: number[]): Promise<Set<number> | "none"> =>
  onNewConnection(config, async (client) => {
    const { rows } = await client.query<{ pid: number; self: boolean }>(
      `select pid, pid = pg_backend_pid() as self from pg_stat_activity
        where pid = any ($1) and state = 'active' and wait_event is distinct from 'ClientWrite'`,
      [[...pids, pidOf(client)]],
    );
    if (!rows.some(({ self }) => self)) return "none";
    return new Set(rows.map(({ pid }) => pid));
  });

/** Terminates those of these server processes that were ours, so their locks are released immediately. */
const endAbandoned = (config: pg.ClientConfig, pids: number[]): Promise<unknown> =>
  onNewConnection(config, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid = any ($1) and application_name = $2",
      [pids, config.application_name],
    ),
  );

async function onNewConnection<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, query_timeout: CONNECT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    cut(client);
  }
}

async function describe(client: pg.PoolClient, sql: string): ReturnType<Db["describe"]> {
  // Prepared and never run; PostgreSQL 15 reports the parameters, not the columns.
  await client.query(`prepare described as ${sql}`);
  const found = await client.query<{ params: string }>(
    "select array_to_string(parameter_types::oid[], ',') params from pg_prepared_statements where name = 'described'",
  );
  await client.query("deallocate described");
  const params = found.rows[0]?.params ?? "";
  return { params: params === "" ? [] : params.split(",").map(Number), columns: [] };
}
