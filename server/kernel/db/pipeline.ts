/** A connection that sends the next statement before the last answer came, each its own transaction (docs/decisions/012). */
import type { Writable } from "node:stream";
import pg from "pg";
import { cut, pidOf, queryOn, streamOf, throwAway } from "./connections.ts";
import type { Line } from "./lines.ts";
import type { Statement } from "./statement.ts";

/** Reads share the first as long as that keeps up: one busy server process and ours are what two cores hold. */
const KEEPS_UP = { waiting: 4, ms: 5 };

export interface Pipeline extends Line {
  /** Statements sent and not answered yet. */
  waiting(): number;
  /** Whether few wait, and the one whose turn it is has not had it for long. */
  keepsUp(): boolean;
  connect(): Promise<unknown>;
  query<P extends unknown[], R>(statement: Statement<P, R>, params: P): Promise<R[]>;
  close(): Promise<void>;
}

/** Whoever waits for a lock keeps those behind it waiting: the next one goes where the fewest are. */
export const idlest = (pipelines: Pipeline[]): Pipeline =>
  pipelines.reduce((best, one) => (one.waiting() < best.waiting() ? one : best));

/** Opened again when it breaks. */
export function openPipeline(config: pg.ClientConfig): Pipeline {
  let client: pg.Client | null = null;
  let opening: Promise<pg.Client> | null = null;
  let closed = false;
  let waiting = 0;
  /** When the one whose turn it is had it. */
  let since = 0;

  const connect = (): Promise<pg.Client> => {
    opening ??= open().catch((error) => {
      opening = null;
      return throwAway(error);
    });
    return opening;
  };
  const open = async (): Promise<pg.Client> => {
    const opened = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig);
    const forget = () => {
      if (client !== opened) return; // the end of one that has been replaced
      client = null;
      opening = null;
    };
    opened.on("error", forget);
    opened.on("end", forget);
    await opened.connect();
    client = opened;
    since = performance.now();
    return opened;
  };

  return {
    pid: () => client && pidOf(client),
    since: () => (waiting > 0 && client ? since : null),
    idle: () => waiting === 0 && client !== null,
    cut: () => client && cut(client),
    waiting: () => waiting,
    keepsUp: () => waiting === 0 || (waiting < KEEPS_UP.waiting && performance.now() - since < KEEPS_UP.ms),
    connect,
    query: async (statement, params) => {
      if (waiting++ === 0) since = performance.now();
      try {
        const opened = await connect();
        gather(streamOf(opened));
        return await queryOn(opened, statement, params);
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

const gathering = new WeakSet<Writable>();

/**
 * What is asked within one turn of the event loop goes out in one write: on a busy server a system call a query costs more
 * than the query's own bytes.
 */
function gather(stream: Writable): void {
  if (gathering.has(stream)) return;
  gathering.add(stream);
  stream.cork();
  setImmediate(() => {
    gathering.delete(stream);
    stream.uncork();
  });
}
