/** PostgreSQL by DATABASE_URL: a pool for transactions, pipelined connections for single statements. */
import pg from "pg";
import type { Log } from "../log.ts";
import { Away, isAway, type Outage, openOutage } from "../outages.ts";
import {
  asAway,
  CONNECT_MS,
  connectionConfig,
  cut,
  OWN_NAME,
  pidOf,
  queryOn,
  throwAway,
  type Watched,
  watched,
} from "./connections.ts";
import { type Db, type Queries, withEffects, withRetries } from "./db.ts";
import { type Busy, type Lines, watchLines } from "./lines.ts";
import { idlest, openPipeline } from "./pipeline.ts";
import { type ParamsOf, type Statement, valuesOf } from "./statement.ts";
import { PARSERS } from "./types.ts";

for (const [type, parse] of Object.entries(PARSERS)) pg.types.setTypeParser(Number(type), parse);

const READ_CONNECTIONS = 2;
/** Each commits one after the other; several of them share a flush of the log. */
const WRITE_CONNECTIONS = 6;
/** How long a transaction waits for a connection of the pool. */
const TURN_MS = 10_000;

export interface PostgresOptions {
  /** Connections for transactions. More is not faster on 2 cores (data.md §4), and single statements have their own. */
  pool?: number;
  /** Logs outages of the database. */
  log?: Log;
}

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const config = connectionConfig(url);
  const outage = options.log && openOutage(options.log, "database");
  const lines = watchLines({
    probe: (pids) => askBusy(config, pids),
    abandon: (pids) => void endAbandoned(config, pids).catch(() => {}),
    cut: (why) => outage?.lost(why),
  });
  const pool = openPool(config, options.pool ?? 6, lines);
  const readers = Array.from({ length: READ_CONNECTIONS }, () => openPipeline(config));
  const writers = Array.from({ length: WRITE_CONNECTIONS }, () => openPipeline(config));
  for (const pipeline of [...readers, ...writers]) lines.add(pipeline);
  await Promise.all([...readers, ...writers].map((pipeline) => pipeline.connect()));

  const run = <P extends object, R>(statement: Statement<P, R>, [params]: ParamsOf<P>): Promise<R[]> => {
    const values = valuesOf(statement, params);
    return statement.kind === "read"
      ? (readers.find((reader) => reader.keepsUp()) ?? idlest(readers)).query(statement, values)
      : withRetries(() => idlest(writers).query(statement, values));
  };
  const noted = <T>(work: Promise<T>): Promise<T> => (outage ? note(outage, work) : work);

  return {
    engine: "postgres",
    all: (statement, ...params) => noted(run(statement, params)),
    one: async (statement, ...params) => (await noted(run(statement, params)))[0] ?? null,
    transaction: (work) => withEffects((inside) => noted(inTransaction(pool, inside)), work),
    script: async (sql) => [await noted(pool.use((client) => client.query(sql)))].flat(),
    raw: async (sql, params) => ({ rows: (await noted(pool.use((client) => client.query(sql, params)))).rows }),
    describe: (sql) => pool.use((client) => describe(client, sql)),
    close: async () => {
      lines.close();
      await Promise.all([...readers, ...writers].map((pipeline) => pipeline.close()));
      await pool.end();
    },
  };
}

async function note<T>(outage: Outage, work: Promise<T>): Promise<T> {
  try {
    const result = await work;
    if (outage.isAway()) outage.works();
    return result;
  } catch (error) {
    if (isAway(error)) outage.lost(error as Error);
    // the pool timed out because its connections are waiting for the database themselves
    else if (outage.isAway() && isTurnTimeout(error)) throw new Away("the database is away", { cause: error });
    throw error;
  }
}

const isTurnTimeout = (error: unknown) => /^timeout exceeded when trying to connect/.test((error as Error).message);

interface Pool {
  connect(): Promise<{ client: pg.PoolClient; line: Watched; release(broken?: Error): void }>;
  /** One piece of work on a connection; one that failed is not used again. */
  use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

function openPool(config: pg.ClientConfig, max: number, lines: Lines): Pool {
  // the pool's timeout is for a free connection, not for connecting to the server
  class Client extends pg.Client {
    constructor(ofPool?: pg.ClientConfig) {
      super({ ...ofPool, connectionTimeoutMillis: CONNECT_MS });
    }
  }
  const pool = new pg.Pool({ ...config, max, connectionTimeoutMillis: TURN_MS, Client });
  const lineOf = new WeakMap<pg.PoolClient, Watched>();
  const inUse = new WeakSet<pg.PoolClient>();
  pool.on("error", () => {}); // an idle connection that died is replaced at the next use
  pool.on("connect", (client) => {
    // A connection lost in a transaction fails its next statement; the event itself needs no handling.
    client.on("error", () => {});
    const line = watched(client, () => inUse.has(client));
    lineOf.set(client, line);
    lines.add(line);
  });
  pool.on("remove", (client) => lines.remove(lineOf.get(client)!));
  const connect: Pool["connect"] = async () => {
    const client = await pool.connect().catch(throwAway);
    inUse.add(client);
    const release = (broken?: Error) => {
      inUse.delete(client);
      if (isAway(broken)) cut(client); // the peer may be unreachable
      client.release(broken);
    };
    return { client, line: lineOf.get(client)!, release };
  };
  return {
    connect,
    use: async (work) => {
      const { client, line, release } = await connect();
      try {
        const result = await line.during(() => work(client));
        release();
        return result;
      } catch (error) {
        const failed = asAway(error as Error);
        release(failed);
        throw failed;
      }
    },
    end: () => pool.end(),
  };
}

async function inTransaction<T>(pool: Pool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const { client, line, release } = await pool.connect();
  const say = (sql: string) => line.during(() => client.query(sql).catch(throwAway));
  const ask = <P extends object, R>(statement: Statement<P, R>, [params]: ParamsOf<P>) =>
    line.during(() => queryOn(client, statement, valuesOf(statement, params)));
  let broken: Error | undefined;
  try {
    await say("begin");
    const result = await work({
      all: (statement, ...params) => ask(statement, params),
      one: async (statement, ...params) => (await ask(statement, params))[0] ?? null,
    });
    await say("commit");
    return result;
  } catch (error) {
    await say("rollback").catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    release(broken);
  }
}

/** Which of these processes of the server are at work on a statement. */
const askBusy = (config: pg.ClientConfig, pids: number[]): Promise<Busy> =>
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
      [pids, OWN_NAME],
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
