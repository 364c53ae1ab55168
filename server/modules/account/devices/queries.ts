/** Whether a browser has logged in to an account before. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { tokenHash } from "../sessions/queries.ts";

const knownTo = read<{ site: number; emailKey: string; tokenHash: Buffer }, { known: boolean }>(
  `select exists (select from accounts a
                    join known_devices d on d.site_id = a.site_id and d.member_id = a.member_id
                   where a.site_id = $site and a.email_key = $emailKey and d.token_hash = $tokenHash) as known`,
);

/** Runs for every login, also without the cookie, so that the response takes the same time. */
export async function isKnownDevice(db: Queries, site: number, emailKey: string, token: string | undefined) {
  return (await db.one(knownTo, { site, emailKey, tokenHash: tokenHash(token ?? "") }))!.known;
}
