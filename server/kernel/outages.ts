/** An outage is one log line when it begins and one when it ends, however many callers fail meanwhile. */
import type { Log } from "./log.ts";

export interface Outage {
  /** A use of it failed. */
  lost(error: Error): void;
  /** A use of it succeeded. Cheap enough for every answer. */
  works(): void;
  isUnavailable(): boolean;
}

/** Working connections still answer while dead ones fail: within this time that is one outage. */
const SETTLED_MS = 1_000;

export function openOutage(log: Log, what: string): Outage {
  let since: number | null = null;
  let lastLost = 0;
  return {
    lost: ({ message }) => {
      lastLost = performance.now();
      if (since !== null) return;
      since = lastLost;
      log.warn({ error: message }, `${what}: unavailable, retrying`);
    },
    works: () => {
      if (since === null || performance.now() - lastLost < SETTLED_MS) return;
      log.warn({ ms: Math.round(performance.now() - since) }, `${what}: available again`);
      since = null;
    },
    isUnavailable: () => since !== null,
  };
}

/**
 * Repeats work at an interval, without overlap, until the returned function is called. A failure is logged once until
 * the next success; an unavailable database is logged by its own outage.
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
      if (!isUnavailable(error)) outage.lost(error as Error);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void once(), ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** A failure that is logged already: the whole service behind it is unavailable. */
export class Unavailable extends Error {
  override name = "Unavailable";
}

export const isUnavailable = (error: unknown): boolean => error instanceof Unavailable;
