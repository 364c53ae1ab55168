/**
 * Messages between the processes of one installation: Redis by REDIS_URL, else PostgreSQL's notifications by DATABASE_URL, else
 * within the process. Loss is allowed: what needs certainty compares versions (data.md §7). Nothing here is ever the only copy.
 */
import { openMemoryBus } from "./bus/memory.ts";
import { openPostgresBus } from "./bus/postgres.ts";
import { openRedisBus } from "./bus/redis.ts";
import type { Log } from "./log.ts";

export interface Bus {
  publish(topic: string, message: unknown): void;
  // biome-ignore lint/suspicious/noExplicitAny: a listener names the shape of its own topic
  subscribe(topic: string, listener: (message: any) => void): () => void;
  /** How often messages may have been missed so far; null while they may be being missed. */
  gaps(): number | null;
  close(): Promise<void>;
}

/** `installation` keeps apart what shares one Redis or one database. */
export function openBus(
  { redisUrl, databaseUrl }: { redisUrl: string | null; databaseUrl: string | null },
  installation: string,
  log: Log,
): Bus {
  if (redisUrl) return openRedisBus(redisUrl, `serenade:${installation}:`, log);
  if (databaseUrl) return openPostgresBus(databaseUrl, `serenade_${installation}`, log);
  return openMemoryBus();
}
