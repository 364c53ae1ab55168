/**
 * Connections that have died without a word: a moved address, a firewall that forgot, a dead host. Their statements would wait
 * for ever. Whoever waits for long is asked after on a new connection: a server that is busy with the statement is waited for, as
 * long as it allows itself; everything else is cut, so that what waits fails and the next statement opens a new connection.
 */
import type { DatabaseError } from "./db.ts";

export interface Line {
  /** The server's process at the other end; null while it is not known. */
  pid(): number | null;
  /** When the statement whose turn it is had it, as `performance.now()`; null when none is waited for. */
  since(): number | null;
  /** Whether it is of no use to anything just now. */
  idle(): boolean;
  /** Ends it at once; what waits on it fails. */
  cut(): void;
}

export interface Lines {
  add(line: Line): void;
  remove(line: Line): void;
  close(): void;
}

/** What the probe of a server says of its processes; `none` where they cannot be told apart (a pooler in between). */
export type Busy = Set<number> | "none";

const LOOK_MS = 500;
const PATIENCE_MS = 2_000;
/** An answer that left while the server was asked has arrived by then. */
const GRACE_MS = 200;
/** No statement may take longer, whatever the server says: five seconds more than its own `statement_timeout`. */
const LIMIT_MS = 20_000;

export interface Watching {
  /** Asks, on a new connection and with a deadline of its own, which of the server's processes are at work. */
  probe(pids: number[]): Promise<Busy>;
  /** Told of the server's processes that nothing speaks to any more, where the server can be reached: they hold locks. */
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

/** The server is there and says no: too many connections, or just starting. */
const isAnswer = (error: DatabaseError): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code ?? "");
