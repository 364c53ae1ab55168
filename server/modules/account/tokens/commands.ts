/** Single-use tokens sent by email: stored as hashes, bound to a purpose, deleted on use (security: T9). */
import { randomBytes } from "node:crypto";
import type { Transaction } from "../../../kernel/db/db.ts";
import { read, write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { tokenHash } from "../sessions/queries.ts";

export type Purpose = "confirm" | "reset" | "mail_change" | "mail_undo" | "reactivate" | "export";

/** A spent token: its member and its subject. */
export interface SpentToken {
  member_id: number;
  detail: string | null;
}

const insertToken = write<{
  site: number;
  tokenHash: Buffer;
  member: number;
  purpose: string;
  expires: string;
  detail: string | null;
  detailKey: string | null;
}>(
  `insert into account_tokens (site_id, token_hash, member_id, purpose, expires_at, detail, detail_key)
   values ($site, $tokenHash, $member, $purpose, $expires, $detail, $detailKey)`,
);
/** Tokens of an account whose 14 days have passed are invalid for every purpose: it behaves as erased. */
const OF_THE_LIVING = `not exists (select from departures d
    where d.site_id = account_tokens.site_id and d.member_id = account_tokens.member_id and d.due_at <= $now)`;
const useToken = write<{ site: number; tokenHash: Buffer; purpose: string; now: string }, SpentToken>(
  `update account_tokens set used_at = $now
    where site_id = $site and token_hash = $tokenHash and purpose = $purpose and used_at is null and expires_at > $now and ${OF_THE_LIVING}
   returning member_id, detail`,
);

const openToken = read<{ site: number; tokenHash: Buffer; purpose: string; now: string }, { member_id: number }>(
  `select member_id from account_tokens
    where site_id = $site and token_hash = $tokenHash and purpose = $purpose and used_at is null and expires_at > $now and ${OF_THE_LIVING}`,
);
const deleteTokens = write<{ site: number; member: number; purposes: string[] }>(
  "delete from account_tokens where site_id = $site and member_id = $member and purpose = any ($purposes::text[])",
);
const deleteOld = write<{ now: string }>("delete from account_tokens where expires_at < $now");

/** Deletes expired tokens of all sites. */
export async function sweepTokens({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOld, { now: clock.iso() });
}

/** Creates a token; the result goes into the email, only its hash is stored. */
export async function issueToken(
  app: Resources,
  tx: Transaction,
  site: number,
  token: { member: number; purpose: Purpose; seconds: number; address?: { email: string; key: string } },
): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const { member, purpose, address } = token;
  await tx.one(insertToken, {
    site,
    tokenHash: tokenHash(secret),
    member,
    purpose,
    expires: app.clock.in(token.seconds),
    detail: address?.email ?? null,
    detailKey: address?.key ?? null,
  });
  return secret;
}

/** Spends a token and returns its member; null if it is wrong, used or expired. */
export async function spendToken(
  app: Resources,
  tx: Transaction,
  site: number,
  purpose: Purpose,
  secret: string,
): Promise<number | null> {
  return (await takeToken(app, tx, site, purpose, secret))?.member_id ?? null;
}

/** The same, with what the token is about. */
export const takeToken = (
  app: Resources,
  tx: Transaction,
  site: number,
  purpose: Purpose,
  secret: string,
): Promise<SpentToken | null> =>
  tx.one(useToken, { site, tokenHash: tokenHash(secret), purpose, now: app.clock.iso() });

/** Whether a token can be spent; avoids expensive work for those that cannot. */
export async function isOpenToken(app: Resources, site: number, purpose: Purpose, secret: string): Promise<boolean> {
  return (await app.db.one(openToken, { site, tokenHash: tokenHash(secret), purpose, now: app.clock.iso() })) !== null;
}

/** Invalidates the member's tokens for these purposes. */
export async function dropTokens(tx: Transaction, site: number, member: number, purposes: Purpose[]): Promise<void> {
  await tx.one(deleteTokens, { site, member, purposes });
}
