/** What is away for a while is one line of the log when it goes and one when it is back, however many ask for it meanwhile. */
import type { Log } from "./log.ts";

export interface Outage {
  /** Something of it failed. */
  lost(error: Error): void;
  /** Something of it worked. Cheap enough for every answer. */
  works(): void;
  isAway(): boolean;
}

/** Of several connections the good ones answer while the dead ones still fail: that is one outage. */
const SETTLED_MS = 1_000;

export function openOutage(log: Log, what: string): Outage {
  let since: number | null = null;
  let lastLost = 0;
  return {
    lost: ({ message }) => {
      lastLost = performance.now();
      if (since !== null) return;
      since = lastLost;
      log.warn({ error: message }, `${what}: away, trying again`);
    },
    works: () => {
      if (since === null || performance.now() - lastLost < SETTLED_MS) return;
      log.warn({ ms: Math.round(performance.now() - since) }, `${what}: back`);
      since = null;
    },
    isAway: () => since !== null,
  };
}

/**
 * Does something again and again, so many ms apart and never twice at a time, until the returned function is called. When it
 * fails that is said once, until it works again; where the database is away, the database's own line says it.
 */
export function repeat(log: Log, what: string, ms: number, work: () => Promise<unknown>): () => void {
  const outage = openOutage(log, what);
  let running = false;
  const once = async () => {
    if (running) return;
    running = true;
    try {
      await work();
      outage.works();
    } catch (error) {
      if (!isAway(error)) outage.lost(error as Error);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void once(), ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** A failure of which there is a line in the log already: what it asked is away as a whole. */
export class Away extends Error {
  override name = "Away";
}

export const isAway = (error: unknown): boolean => error instanceof Away;
