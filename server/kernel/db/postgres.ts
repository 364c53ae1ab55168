/** PostgreSQL by DATABASE_URL: a pool for transactions, pipelined connections for single statements. */
import type { Writable } from "node:stream";
import pg from "pg";
import { type Db, type Queries, withEffects, withRetries } from "./db.ts";
import type { Statement } from "./statement.ts";
import { PARSERS } from "./types.ts";

for (const [type, parse] of Object.entries(PARSERS)) pg.types.setTypeParser(Number(type), parse);

/** Reads share the first as long as that keeps up: one busy server process and ours are what two cores hold. */
const READ_CONNECTIONS = 2;
const KEEPS_UP = { waiting: 4, ms: 5 };
/** Each commits one after the other; several of them share a flush of the log. */
const WRITE_CONNECTIONS = 6;

export interface PostgresOptions {
  /** Connections for transactions. More is not faster on 2 cores (data.md §4), and single statements have their own. */
  pool?: number;
}

/**
 * Every statement is written for one index, so its plan does not hang on the values: planned once per connection. Left to
 * itself PostgreSQL plans a search anew each time, which costs more than running it (docs/decisions/002).
 */
const SETTINGS = {
  timezone: "UTC",
  plan_cache_mode: "force_generic_plan",
  jit: "off",
  // Workers cost milliseconds to start; nothing that a person waits for reads that much.
  max_parallel_workers_per_gather: 0,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
};

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const config = {
    connectionString: url,
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
    application_name: "serenade",
  };
  const pool = new pg.Pool({ ...config, max: options.pool ?? 6, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => {}); // an idle connection that died is replaced at the next use
  // One that dies in the middle of a transaction fails the statement that it is needed for; nobody else has to hear of it.
  pool.on("connect", (client) => client.on("error", () => {}));
  const readers = Array.from({ length: READ_CONNECTIONS }, () => openPipeline(config));
  const writers = Array.from({ length: WRITE_CONNECTIONS }, () => openPipeline(config));
  await Promise.all([...readers, ...writers].map((pipeline) => pipeline.connect()));

  const run = <P extends unknown[], R>(statement: Statement<P, R>, params: P): Promise<R[]> =>
    statement.kind === "read"
      ? (readers.find((reader) => reader.keepsUp()) ?? idlest(readers)).query(statement, params)
      : withRetries(() => idlest(writers).query(statement, params));

  return {
    engine: "postgres",
    all: (statement, ...params) => run(statement, params),
    one: async (statement, ...params) => (await run(statement, params))[0] ?? null,
    transaction: (work) => withEffects((inside) => inTransaction(pool, inside), work),
    script: async (sql) => [await pool.query(sql)].flat(),
    raw: async (sql, params) => ({ rows: (await pool.query(sql, params)).rows }),
    describe: (sql) => describe(pool, sql),
    close: async () => {
      await Promise.all([...readers, ...writers].map((pipeline) => pipeline.close()));
      await pool.end();
    },
  };
}

type Connection = { query: (query: { name: string; text: string; values: unknown[] }) => Promise<{ rows: unknown[] }> };

async function queryOn<P extends unknown[], R>(on: unknown, statement: Statement<P, R>, params: P): Promise<R[]> {
  const query = { name: statement.name, text: statement.text, values: params };
  return (await (on as Connection).query(query)).rows as R[];
}

async function inTransaction<T>(pool: pg.Pool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    await connection.query("begin");
    const result = await work({
      all: (statement, ...params) => queryOn(connection, statement, params),
      one: async (statement, ...params) => (await queryOn(connection, statement, params))[0] ?? null,
    });
    await connection.query("commit");
    return result;
  } catch (error) {
    await connection.query("rollback").catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    connection.release(broken);
  }
}

interface Pipeline {
  /** Statements sent and not answered yet. */
  waiting(): number;
  /** Whether few wait, and the one whose turn it is has not had it for long. */
  keepsUp(): boolean;
  connect(): Promise<unknown>;
  query<P extends unknown[], R>(statement: Statement<P, R>, params: P): Promise<R[]>;
  close(): Promise<void>;
}

/** Whoever waits for a lock keeps those behind it waiting: the next one goes where the fewest are. */
const idlest = (pipelines: Pipeline[]): Pipeline =>
  pipelines.reduce((best, one) => (one.waiting() < best.waiting() ? one : best));

/** A connection that sends the next statement before the last answer came, each its own transaction; opened again when it breaks. */
function openPipeline(config: pg.ClientConfig): Pipeline {
  let client: Promise<pg.Client> | null = null;
  let closed = false;
  let waiting = 0;
  /** When the one whose turn it is had it. */
  let since = 0;
  const connect = (): Promise<pg.Client> => {
    client ??= (async () => {
      const opened = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig);
      const forget = () => {
        client = null;
      };
      opened.on("error", forget);
      opened.on("end", forget);
      await opened.connect();
      return opened;
    })().catch((error) => {
      client = null;
      throw error;
    });
    return client;
  };
  return {
    waiting: () => waiting,
    keepsUp: () => waiting === 0 || (waiting < KEEPS_UP.waiting && performance.now() - since < KEEPS_UP.ms),
    connect,
    query: async (statement, params) => {
      if (waiting++ === 0) since = performance.now();
      try {
        const opened = await connect();
        gather(opened);
        return await queryOn(opened, statement, params);
      } finally {
        waiting--;
        since = performance.now();
      }
    },
    close: async () => {
      if (closed) return;
      closed = true;
      await (await client)?.end();
    },
  };
}

const gathering = new WeakSet<Writable>();

/**
 * What is asked within one turn of the event loop goes out in one write: on a busy server a system call a query costs more
 * than the query's own bytes.
 */
function gather(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (gathering.has(stream)) return;
  gathering.add(stream);
  stream.cork();
  setImmediate(() => {
    gathering.delete(stream);
    stream.uncork();
  });
}

async function describe(pool: pg.Pool, sql: string): ReturnType<Db["describe"]> {
  // Prepared under a name and never run; PostgreSQL 15 tells the parameters, not the columns.
  const connection = await pool.connect();
  try {
    await connection.query(`prepare described as ${sql}`);
    const found = await connection.query<{ params: string }>(
      "select array_to_string(parameter_types::oid[], ',') params from pg_prepared_statements where name = 'described'",
    );
    await connection.query("deallocate described");
    const params = found.rows[0]?.params ?? "";
    return { params: params === "" ? [] : params.split(",").map(Number), columns: [] };
  } finally {
    connection.release();
  }
}
