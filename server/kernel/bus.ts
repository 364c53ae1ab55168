/**
 * Messages between the processes of one installation: Redis with REDIS_URL, else PostgreSQL notifications with
 * DATABASE_URL, else within the process. Delivery is best effort: consumers compare versions (data.md §7), and no
 * message is the only copy of anything.
 */
import { openMemoryBus } from "./bus/memory.ts";
import { openPostgresBus } from "./bus/postgres.ts";
import { openRedisBus } from "./bus/redis.ts";
import type { Log } from "./log.ts";

export interface Bus {
  publish(topic: string, message: unknown): void;
  // biome-ignore lint/suspicious/noExplicitAny: the listener declares the type of its topic
  subscribe(topic: string, listener: (message: any) => void): () => void;
  /** How often messages may have been missed so far; null while they may be being missed. */
  gaps(): number | null;
  close(): Promise<void>;
}

/** `installation` separates installations that share one Redis or one database. */
export function openBus(
  { redisUrl, databaseUrl }: { redisUrl: string | null; databaseUrl: string | null },
  installation: string,
  log: Log,
): Bus {
  if (redisUrl) return openRedisBus(redisUrl, `serenade:${installation}:`, log);
  if (databaseUrl) return openPostgresBus(databaseUrl, `serenade_${installation}`, log);
  return openMemoryBus();
}
