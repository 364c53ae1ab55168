/** What every connection to Redis is opened with, so that one that died without a word keeps nothing waiting. */
import type { RedisOptions } from "ioredis";

export const REDIS_DEADLINES = {
  connectTimeout: 2_000,
  /** A connection that owes an answer for longer is closed and opened again. */
  socketTimeout: 2_000,
  disconnectTimeout: 100,
  keepAlive: 5_000,
  retryStrategy: (tries: number) => Math.min(tries * 100, 2_000),
} satisfies RedisOptions;
