/**
 * Rate limits (buckets as in Signal). In process by default, in Redis with REDIS_URL, so that processes count
 * together. When the store is unavailable, a limit fails open or closed by its rule.
 */
import { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import { REDIS_DEADLINES } from "./redis.ts";
import { Refusal } from "./refusal.ts";

export interface Limit {
  /** The bucket's name, unique in the product. */
  name: string;
  points: number;
  seconds: number;
  /** What happens while the store is down. */
  whenDown: "open" | "closed";
}

export interface Limiter {
  /** Counts one; refuses with too_many_requests {seconds} when the bucket is empty. */
  take(limit: Limit, key: string): Promise<void>;
  /** Counts one attempt and returns whether it is allowed, and otherwise how long to wait. */
  count(limit: Limit, key: string): Promise<{ allowed: boolean; seconds: number }>;
  /** Refunds one count: the attempt did not happen. */
  refund(limit: Limit, key: string): Promise<void>;
  /** Seconds to wait until an attempt is allowed; 0 when one is. Counts nothing. */
  wait(limit: Limit, key: string): Promise<number>;
  forget(limit: Limit, key: string): Promise<void>;
  close(): Promise<void>;
}

export function openLimiter(redisUrl: string | null, installation: string): Limiter {
  const redis = redisUrl
    ? new Redis(redisUrl, {
        ...REDIS_DEADLINES,
        enableAutoPipelining: true,
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0, // what was under way when the connection broke is not waited for
      })
    : null;
  redis?.on("error", () => {}); // the bus reports it; here it means whenDown
  const buckets = new Map<string, RateLimiterAbstract>();
  const bucket = (limit: Limit): RateLimiterAbstract => {
    const known = buckets.get(limit.name);
    if (known) return known;
    const options = {
      keyPrefix: `serenade:${installation}:limit:${limit.name}`,
      points: limit.points,
      duration: limit.seconds,
    };
    const made = redis ? new RateLimiterRedis({ ...options, storeClient: redis }) : new RateLimiterMemory(options);
    buckets.set(limit.name, made);
    return made;
  };
  const down = (limit: Limit) => ({ allowed: limit.whenDown === "open", seconds: 10 });
  const count: Limiter["count"] = async (limit, key) => {
    try {
      await bucket(limit).consume(key);
      return { allowed: true, seconds: 0 };
    } catch (rejected) {
      if (rejected instanceof Error) return down(limit);
      return { allowed: false, seconds: Math.ceil((rejected as RateLimiterRes).msBeforeNext / 1000) };
    }
  };
  return {
    count,
    take: async (limit, key) => {
      const { allowed, seconds } = await count(limit, key);
      if (!allowed) throw new Refusal("too_many_requests", { seconds });
    },
    wait: async (limit, key) => {
      try {
        const state = await bucket(limit).get(key);
        return state && state.remainingPoints <= 0 ? Math.ceil(state.msBeforeNext / 1000) : 0;
      } catch {
        return limit.whenDown === "open" ? 0 : 10;
      }
    },
    refund: async (limit, key) =>
      void (await bucket(limit)
        .reward(key, 1)
        .catch(() => {})),
    forget: async (limit, key) =>
      void (await bucket(limit)
        .delete(key)
        .catch(() => {})),
    close: async () => void redis?.disconnect(),
  };
}
