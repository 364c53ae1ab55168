/** Remembers the browsers that a member logs in with, by a random cookie of which only the hash is stored. */
import { randomBytes } from "node:crypto";
import { DEVICE_COOKIE_DAYS } from "@serenade/contract/limits";
import type { Queries, Transaction } from "../../../kernel/db/db.ts";
import { read, write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { tokenHash } from "../sessions/queries.ts";

const isOurs = read<{ site: number; tokenHash: Buffer }, { ours: boolean }>(
  "select exists (select from known_devices where site_id = $site and token_hash = $tokenHash) as ours",
);
const remember = write<
  { site: number; tokenHash: Buffer; member: number; now: string },
  { is_new: boolean; others: number }
>(
  `with before as (select count(*) filter (where token_hash <> $tokenHash)::int as others, bool_or(token_hash = $tokenHash) as known
                     from known_devices where site_id = $site and member_id = $member),
        kept as (insert into known_devices (site_id, token_hash, member_id, created_at, seen_at) values ($site, $tokenHash, $member, $now, $now)
                 on conflict (site_id, token_hash, member_id) do update set seen_at = excluded.seen_at returning token_hash)
   select not coalesce(before.known, false) as is_new, before.others from before, kept`,
);
const deleteDevices = write<{ site: number; member: number; tokenHash: Buffer }>(
  "delete from known_devices where site_id = $site and member_id = $member and token_hash <> $tokenHash",
);
const deleteOld = write<{ before: string }>("delete from known_devices where seen_at < $before");

/** The cookie's value, and whether the member has never been here with this browser but with another one. */
export async function rememberDevice(
  { clock }: Resources,
  db: Queries,
  site: number,
  member: number,
  cookie: string | undefined,
): Promise<{ token: string; isNew: boolean }> {
  // Only values that we issued are accepted, so that an attacker cannot plant a device in another browser.
  const ours = cookie ? (await db.one(isOurs, { site, tokenHash: tokenHash(cookie) }))!.ours : false;
  const token = ours ? cookie! : randomBytes(32).toString("base64url");
  const { is_new, others } = (await db.one(remember, { site, tokenHash: tokenHash(token), member, now: clock.iso() }))!;
  return { token, isNew: is_new && others > 0 };
}

/** Deletes a member's devices, except the one whose cookie is given. */
export async function forgetDevices(tx: Transaction, site: number, member: number, except?: string): Promise<void> {
  await tx.one(deleteDevices, { site, member, tokenHash: tokenHash(except ?? "") });
}

/** Deletes browsers that were not used for a year. */
export async function sweepDevices({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOld, { before: clock.in(-DEVICE_COOKIE_DAYS * 86_400) });
}
