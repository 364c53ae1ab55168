/**
 * Detects half-open connections: a moved address, a firewall that dropped its state, a dead host. Their statements
 * would wait forever. A connection that waits for long is probed on a new connection: if the server is busy with the
 * statement, waiting continues up to the server's own timeout; otherwise it is cut, so that its statements fail and the
 * next one opens a new connection.
 */
import type { DatabaseError } from "./db.ts";

export interface Line {
  /** The server's process at the other end; null while it is not known. */
  pid(): number | null;
  /** When the current statement started, as `performance.now()`; null when idle. */
  since(): number | null;
  /** Whether it is of no use to anything just now. */
  idle(): boolean;
  /** Closes it immediately; pending statements fail. */
  cut(): void;
}

export interface Lines {
  add(line: Line): void;
  remove(line: Line): void;
  close(): void;
}

/** The busy server processes; `none` where they cannot be identified (a pooler in between). */
export type Busy = Set<number> | "none";

const LOOK_MS = 500;
const PATIENCE_MS = 2_000;
/** Time for an answer that was sent during the probe to arrive. */
const GRACE_MS = 200;
/** No statement may take longer, even if the server is busy: five seconds more than its own `statement_timeout`. */
const LIMIT_MS = 20_000;

export interface Watching {
  /** Queries, on a new connection with its own deadline, which of these server processes are working. */
  probe(pids: number[]): Promise<Busy>;
  /** Receives the server processes of cut connections, if the server is reachable: they may still hold locks. */
  abandon(pids: number[]): void;
  /** Connections were cut. */
  cut(why: Error): void;
}

export function watchLines({ probe, abandon, cut }: Watching): Lines {
  const lines = new Set<Line>();
  let looking = false;

  const look = async () => {
    const late = waitingFor(PATIENCE_MS);
    if (late.size === 0) return;
    const over = [...waitingFor(LIMIT_MS).keys()];
    if (over.length) return end(over, new Error("no answer within the time that a statement may take"));
    const busy = await probe([...late.keys()].map((line) => line.pid()!)).catch((error: DatabaseError) => error);
    if (busy === "none" || (busy instanceof Error && isAnswer(busy))) return;
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    const stuck = [...late].filter(([line, since]) => line.since() === since);
    const dead = busy instanceof Error ? stuck : stuck.filter(([line]) => !busy.has(line.pid()!));
    if (dead.length === 0) return;
    const ended = [...dead.map(([line]) => line), ...idle()];
    if (!(busy instanceof Error)) abandon(ended.flatMap((line) => line.pid() ?? []));
    const why = busy instanceof Error ? busy : new Error("the server knows nothing of what was asked of it");
    end(ended, why);
  };
  const waitingFor = (ms: number): Map<Line, number> => {
    const since = performance.now() - ms;
    return new Map(
      [...lines].flatMap((line) => {
        const began = line.pid() === null ? null : line.since();
        return began !== null && began < since ? [[line, began] as const] : [];
      }),
    );
  };
  /** They died with the others, or are opened again as soon as they are wanted. */
  const idle = () => [...lines].filter((line) => line.idle());
  const end = (ended: Line[], why: Error) => {
    for (const line of ended) line.cut();
    cut(why);
  };

  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, LOOK_MS);
  timer.unref();
  return {
    add: (line) => void lines.add(line),
    remove: (line) => void lines.delete(line),
    close: () => clearInterval(timer),
  };
}

/** The server is reachable and refuses: too many connections, or starting up. */
const isAnswer = (error: DatabaseError): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code ?? "");
