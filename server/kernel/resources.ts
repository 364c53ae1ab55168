/** The opened resources of this process, passed to every handler, command and job. */
import type { Bus } from "./bus.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/db.ts";
import type { Ids } from "./ids.ts";
import type { Limiter } from "./limiter.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Storage } from "./storage.ts";

export interface Resources {
  config: Config;
  db: Db;
  clock: Clock;
  ids: Ids;
  bus: Bus;
  limiter: Limiter;
  storage: Storage;
  log: Log;
  metrics: Metrics;
  /** In-memory state of modules (app-state.ts). */
  state: Map<symbol, unknown>;
  /** ISO 3166-1 code of the country that an address belongs to, by the offline database; null when unknown. */
  countryOf: (address: string) => string | null;
  /** Requests that a job of jobs.ts runs soon. */
  trigger: (job: string) => void;
}
