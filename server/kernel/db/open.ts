/** Opens the database that the configuration names. */
import { join } from "node:path";
import type { Log } from "../log.ts";
import type { Db } from "./db.ts";
import { openEmbedded } from "./embedded.ts";
import { openPostgres } from "./postgres.ts";

export const openDatabase = (config: { databaseUrl: string | null; dataDir: string }, log: Log): Promise<Db> =>
  config.databaseUrl ? openPostgres(config.databaseUrl, { log }) : openEmbedded(join(config.dataDir, "database"));
