/** Options of every PostgreSQL connection, and how a lost connection is recognized (docs/decisions/012). */
import { randomBytes } from "node:crypto";
import type { Writable } from "node:stream";
import type pg from "pg";
import { Unavailable } from "../outages.ts";
import type { DatabaseError } from "./db.ts";
import type { Statement } from "./statement.ts";
import type { WatchedConnection } from "./watchdog.ts";

/** A connection of a server that does not answer is given up after this. */
export const CONNECT_MS = 3_000;
const KEEP_ALIVE_MS = 5_000;

/**
 * Every statement is written for one index, so its plan does not depend on the values: planned once per connection. By
 * default PostgreSQL plans a search again each time, which costs more than running it (docs/decisions/002).
 */
const SETTINGS = {
  timezone: "UTC",
  plan_cache_mode: "force_generic_plan",
  jit: "off",
  // starting workers costs milliseconds; no interactive query reads that much
  max_parallel_workers_per_gather: 0,
  statement_timeout: 15_000,
  // On a half-open connection the server holds the transaction's locks and a connection slot until it notices. No
  // transaction waits seconds between two statements.
  idle_in_transaction_session_timeout: 5_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 3,
  tcp_keepalives_count: 3,
};

/** No other process's connections have this name. */
const OWN_NAME = `serenade ${randomBytes(4).toString("hex")}`;

export const connectionConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  options: Object.entries(SETTINGS)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" "),
  application_name: OWN_NAME,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
});

/** Runs a statement. Throws `Unavailable` where the connection, and not the statement, is what failed. */
export async function queryOn<R>(
  client: pg.Client | pg.PoolClient,
  statement: Statement<never, R>,
  values: unknown[],
): Promise<R[]> {
  const query = { name: statement.name, text: statement.text, values };
  return ((await client.query(query).catch(rethrow)) as { rows: R[] }).rows;
}

export const asUnavailable = (error: DatabaseError): Error =>
  isLost(error) ? new Unavailable(error.message, { cause: error }) : error;

export function rethrow(error: DatabaseError): never {
  throw asUnavailable(error);
}

/**
 * By SQLSTATE (shutdown, starting, connection exceptions), system error, or the driver's message, which has no code.
 */
const isLost = ({ code = "", message }: DatabaseError): boolean =>
  /^(57P0[123]|08...|E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND).*)$/.test(code) ||
  /^Connection terminated|^timeout expired$|is not queryable$|^Query read timeout$/.test(message);

export const streamOf = (client: pg.Client | pg.PoolClient): Writable =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream;

export const pidOf = (client: pg.Client | pg.PoolClient): number | null =>
  (client as unknown as { processID: number | null }).processID;

/** Closes a connection without a terminate message, because the peer may be unreachable. */
export const cut = (client: pg.Client | pg.PoolClient): void => void streamOf(client).destroy();

/** A connection that answers one statement after the other, watched. */
export interface WatchedClient extends WatchedConnection {
  /** Marks work in progress until the promise settles; several pieces of work are answered in order. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

export function watchClient(client: pg.PoolClient, inUse: () => boolean): WatchedClient {
  let waiting = 0;
  let since = 0;
  return {
    pid: () => pidOf(client),
    busySince: () => (waiting > 0 ? since : null),
    idle: () => !inUse(),
    cut: () => cut(client),
    during: async (work) => {
      if (waiting++ === 0) since = performance.now();
      try {
        return await work();
      } finally {
        waiting--;
        since = performance.now();
      }
    },
  };
}
