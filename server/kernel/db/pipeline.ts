/**
 * A connection that sends the next statement before the last one is answered, each its own transaction (decision 012).
 */
import type { Writable } from "node:stream";
import pg from "pg";
import { cut, pidOf, queryOn, streamOf, throwAway } from "./connections.ts";
import type { Line } from "./lines.ts";
import type { Statement } from "./statement.ts";

/** Reads share the first connection while it keeps up: one busy server process and ours fill two cores. */
const KEEPS_UP = { waiting: 4, ms: 5 };

export interface Pipeline extends Line {
  /** Statements sent and not answered yet. */
  waiting(): number;
  /** Whether few statements wait and the current one started recently. */
  keepsUp(): boolean;
  connect(): Promise<unknown>;
  query<R>(statement: Statement<never, R>, values: unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

/** The connection with the shortest queue: a statement that waits for a lock blocks those behind it. */
export const idlest = (pipelines: Pipeline[]): Pipeline =>
  pipelines.reduce((best, one) => (one.waiting() < best.waiting() ? one : best));

/** Opened again when it breaks. */
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
    query: async (statement, values) => {
      if (waiting++ === 0) since = performance.now();
      try {
        const opened = await connect();
        gather(streamOf(opened));
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

const gathering = new WeakSet<Writable>();

/**
 * Statements of one turn of the event loop are sent in one write: on a busy server a system call per statement costs
 * more than its bytes.
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
