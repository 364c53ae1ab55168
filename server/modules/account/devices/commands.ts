/** Remembers the browsers that a member logs in with, by a cookie that is kept hashed and says nothing of its own. */
import { randomBytes } from "node:crypto";
import { DEVICE_COOKIE_DAYS } from "@serenade/contract/limits";
import type { Queries, Transaction } from "../../../kernel/db/db.ts";
import { read, write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { tokenHash } from "../sessions/queries.ts";

const isOurs = read<[number, Buffer], { ours: boolean }>(
  "select exists (select from known_devices where site_id = $1 and token_hash = $2) as ours",
);
const remember = write<[number, Buffer, number, string], { is_new: boolean; others: number }>(
  `with before as (select count(*) filter (where token_hash <> $2)::int as others, bool_or(token_hash = $2) as known
                     from known_devices where site_id = $1 and member_id = $3),
        kept as (insert into known_devices (site_id, token_hash, member_id, created_at, seen_at) values ($1, $2, $3, $4, $4)
                 on conflict (site_id, token_hash, member_id) do update set seen_at = excluded.seen_at returning token_hash)
   select not coalesce(before.known, false) as is_new, before.others from before, kept`,
);
const deleteDevices = write<[number, number, Buffer]>(
  "delete from known_devices where site_id = $1 and member_id = $2 and token_hash <> $3",
);
const deleteOld = write<[string]>("delete from known_devices where seen_at < $1");

/** The cookie's value, and whether the member has never been here with this browser but with another one. */
export async function rememberDevice(
  { clock }: Resources,
  db: Queries,
  site: number,
  member: number,
  cookie: string | undefined,
): Promise<{ token: string; isNew: boolean }> {
  // A value that we never gave out is not taken over: nobody plants a device in somebody else's browser.
  const ours = cookie ? (await db.one(isOurs, site, tokenHash(cookie)))!.ours : false;
  const token = ours ? cookie! : randomBytes(32).toString("base64url");
  const { is_new, others } = (await db.one(remember, site, tokenHash(token), member, clock.iso()))!;
  return { token, isNew: is_new && others > 0 };
}

/** Forgets a member's devices, save the one whose cookie is given. */
export async function forgetDevices(tx: Transaction, site: number, member: number, except?: string): Promise<void> {
  await tx.one(deleteDevices, site, member, tokenHash(except ?? ""));
}

/** A browser that was not used for a year is a stranger again. */
export async function sweepDevices({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOld, clock.in(-DEVICE_COOKIE_DAYS * 86_400));
}
