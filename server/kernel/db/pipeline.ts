/**
 * A connection that sends the next statement before the last one is answered, each its own transaction (decision 012).
 */
import type { Writable } from "node:stream";
import pg from "pg";
import { cut, pidOf, queryOn, rethrow, streamOf } from "./connections.ts";
import type { Statement } from "./statement.ts";
import type { WatchedConnection } from "./watchdog.ts";

/** Reads share the first connection while it has capacity: one busy server process and ours fill two cores. */
const CAPACITY = { waiting: 4, ms: 5 };

interface Pipeline extends WatchedConnection {
  /** Statements sent and not answered yet. */
  waiting(): number;
  /** Whether few statements wait and the current one started recently. */
  hasCapacity(): boolean;
  connect(): Promise<unknown>;
  query<R>(statement: Statement<never, R>, values: unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

/** The connection with the shortest queue: a statement that waits for a lock blocks those behind it. */
export const shortestQueue = (pipelines: Pipeline[]): Pipeline =>
  pipelines.reduce((best, one) => (one.waiting() < best.waiting() ? one : best));

/** Decoded again when it breaks. */
export function openPipeline(config: pg.ClientConfig): Pipeline {
  let client: pg.Client | null = null;
  let opening: Promise<pg.Client> | null = null;
  let closed = false;
  let waiting = 0;
  /** When the current statement started. */
  let since = 0;

  const connect = (): Promise<pg.Client> => {
    opening ??= open().catch((error) => {
      opening = null;
      return rethrow(error);
    });
    return opening;
  };
  const open = async (): Promise<pg.Client> => {
    const opened = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig);
    const onEnd = () => {
      if (client !== opened) return; // the end of one that has been replaced
      client = null;
      opening = null;
    };
    opened.on("error", onEnd);
    opened.on("end", onEnd);
    await opened.connect();
    client = opened;
    since = performance.now();
    return opened;
  };

  return {
    pid: () => client && pidOf(client),
    busySince: () => (waiting > 0 && client ? since : null),
    idle: () => waiting === 0 && client !== null,
    cut: () => client && cut(client),
    waiting: () => waiting,
    hasCapacity: () => waiting === 0 || (waiting < CAPACITY.waiting && performance.now() - since < CAPACITY.ms),
    connect,
    query: async (statement, values) => {
      if (waiting++ === 0) since = performance.now();
      try {
        const opened = await connect();
        corkForTurn(streamOf(opened));
        return await queryOn(opened, statement, values);
      } finally {
        waiting--;
        since = performance.now();
      }
    },
    close: async () => {
      if (closed) return;
      closed = true;
      await (await opening)?.end();
    },
  };
}

const corked = new WeakSet<Writable>();

/**
 * Statements of one turn of the event loop are sent in one write: on a busy server a system call per statement costs
 * more than its bytes.
 */
function corkForTurn(stream: Writable): void {
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  setImmediate(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
