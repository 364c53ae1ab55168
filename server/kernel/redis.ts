/** Options of every Redis connection, so that a half-open one blocks no caller. */
import type { RedisOptions } from "ioredis";

export const REDIS_DEADLINES = {
  connectTimeout: 2_000,
  /** A connection without an answer for longer is closed and reopened. */
  socketTimeout: 2_000,
  disconnectTimeout: 100,
  keepAlive: 5_000,
  retryStrategy: (tries: number) => Math.min(tries * 100, 2_000),
} satisfies RedisOptions;
