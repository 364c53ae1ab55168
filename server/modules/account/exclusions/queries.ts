/** Whether an address excluded itself. */
import { createHmac } from "node:crypto";
import { isoTime, type Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";

const running = read<{ site: number; addressHash: Buffer; now: string }, { until: string }>(
  "select until from exclusions where site_id = $site and address_hash = $addressHash and until > $now",
);

/** Keyed, so that the table alone does not tell whether an address is in it. `key` is the address's `emailKey`. */
export const addressHash = ({ config }: Resources, site: number, key: string): Buffer =>
  createHmac("sha256", config.appSecret).update(`exclusion:${site}:${key}`).digest();

/** Until when the address is excluded (ISO 8601); null without an exclusion. */
export async function findExclusion(app: Resources, db: Queries, site: number, key: string): Promise<string | null> {
  const row = await db.one(running, { site, addressHash: addressHash(app, site, key), now: app.clock.iso() });
  return row && isoTime(row.until);
}
