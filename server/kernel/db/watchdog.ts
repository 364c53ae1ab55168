/**
 * Detects half-open connections: a moved address, a firewall that dropped its state, a dead host. Their statements
 * would wait forever. A connection that waits for long is probed on a new connection: if the server is busy with the
 * statement, waiting continues up to the server's own timeout; otherwise it is cut, so that its statements fail and the
 * next one opens a new connection.
 */
import type { DatabaseError } from "./db.ts";

export interface WatchedConnection {
  /** The server's process at the other end; null while it is not known. */
  pid(): number | null;
  /** When the current statement started, as `performance.now()`; null when idle. */
  busySince(): number | null;
  /** Whether no work is using it. */
  idle(): boolean;
  /** Closes it immediately; pending statements fail. */
  cut(): void;
}

export interface Watchdog {
  add(connection: WatchedConnection): void;
  remove(connection: WatchedConnection): void;
  close(): void;
}

const CHECK_MS = 500;
const PROBE_AFTER_MS = 2_000;
/** Time for an answer that was sent during the probe to arrive. */
const GRACE_MS = 200;
/** No statement may take longer, even if the server is busy: five seconds more than its own `statement_timeout`. */
const LIMIT_MS = 20_000;

interface WatchdogOptions {
  /**
   * Queries, on a new connection with its own deadline, which of these server processes are working; `none` where they
   * cannot be identified (a pooler in between).
   */
  probe(pids: number[]): Promise<Set<number> | "none">;
  /** Receives the server processes of cut connections, if the server is reachable: they may still hold locks. */
  abandon(pids: number[]): void;
  /** Connections were cut. */
  cut(why: Error): void;
}

export function openWatchdog({ probe, abandon, cut }: WatchdogOptions): Watchdog {
  const connections = new Set<WatchedConnection>();
  let checking = false;

  const check = async () => {
    const overdue = busyFor(PROBE_AFTER_MS);
    if (overdue.size === 0) return;
    const expired = [...busyFor(LIMIT_MS).keys()];
    if (expired.length) return end(expired, new Error("no answer within the time that a statement may take"));
    const busy = await probe([...overdue.keys()].map((connection) => connection.pid()!)).catch(
      (error: DatabaseError) => error,
    );
    if (busy === "none" || (busy instanceof Error && isRefusal(busy))) return;
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    const stuck = [...overdue].filter(([connection, since]) => connection.busySince() === since);
    const dead = busy instanceof Error ? stuck : stuck.filter(([connection]) => !busy.has(connection.pid()!));
    if (dead.length === 0) return;
    const ended = [...dead.map(([connection]) => connection), ...idle()];
    if (!(busy instanceof Error)) abandon(ended.flatMap((connection) => connection.pid() ?? []));
    const why = busy instanceof Error ? busy : new Error("the server is not running the statement");
    end(ended, why);
  };
  const busyFor = (ms: number): Map<WatchedConnection, number> => {
    const since = performance.now() - ms;
    return new Map(
      [...connections].flatMap((connection) => {
        const began = connection.pid() === null ? null : connection.busySince();
        return began !== null && began < since ? [[connection, began] as const] : [];
      }),
    );
  };
  /** Either broken like the others, or reopened at their next use. */
  const idle = () => [...connections].filter((connection) => connection.idle());
  const end = (ended: WatchedConnection[], why: Error) => {
    for (const connection of ended) connection.cut();
    cut(why);
  };

  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    void check().finally(() => {
      checking = false;
    });
  }, CHECK_MS);
  timer.unref();
  return {
    add: (connection) => void connections.add(connection),
    remove: (connection) => void connections.delete(connection),
    close: () => clearInterval(timer),
  };
}

/** The server is reachable and refuses: too many connections, or starting up. */
const isRefusal = (error: DatabaseError): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code ?? "");
