/**
 * Product time = database time + the offset row, the same for every process. The local clock only measures the time
 * since the last read from the database, so a wrong system clock moves no deadline.
 */
import type { Db } from "./db/db.ts";
import { type NoParams, read, write } from "./db/statement.ts";

const REFRESH_MS = 10_000;

const databaseTime = read<NoParams, { ms: number }>(
  "select (extract(epoch from clock_timestamp()) * 1000)::bigint + offset_seconds * 1000 as ms from product_clock",
);
const moveOffset = write<{ seconds: number }, { offset_seconds: number }>(
  "update product_clock set offset_seconds = offset_seconds + $seconds returning offset_seconds",
);

export interface Clock {
  /** Product time. */
  now(): Date;
  /** Product time as ISO 8601, ready for a statement's parameter. */
  iso(): string;
  /** Product time plus this many seconds, as ISO 8601. */
  in(seconds: number): string;
  /** Reads the database again; another process may have moved the clock. */
  refresh(): Promise<void>;
  /** Moves product time forward for all processes. Demo and test mode only; the dispatcher enforces that. */
  advance(seconds: number): Promise<void>;
  stop(): void;
}

export async function openClock(db: Db): Promise<Clock> {
  let base = 0;
  let requestedAt = 0;
  async function refresh(): Promise<void> {
    const before = performance.now();
    const row = await db.one(databaseTime);
    const after = performance.now();
    base = row!.ms;
    requestedAt = (before + after) / 2;
  }
  await refresh();
  const timer = setInterval(() => void refresh().catch(() => {}), REFRESH_MS);
  timer.unref();
  const now = () => new Date(base + performance.now() - requestedAt);
  return {
    now,
    iso: () => now().toISOString(),
    in: (seconds) => new Date(now().getTime() + seconds * 1000).toISOString(),
    refresh,
    advance: async (seconds) => {
      await db.one(moveOffset, { seconds });
      await refresh();
    },
    stop: () => clearInterval(timer),
  };
}
