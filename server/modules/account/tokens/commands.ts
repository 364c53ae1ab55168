/** Single-use tokens that travel by mail: kept hashed, bound to a purpose, gone after use (security: T9). */
import { randomBytes } from "node:crypto";
import type { Transaction } from "../../../kernel/db/db.ts";
import { read, write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { tokenHash } from "../sessions/queries.ts";

export type Purpose = "confirm" | "reset" | "mail_change" | "mail_undo" | "reactivate" | "export";

/** A token that was spent: whose it is, and what it is about. */
export interface SpentToken {
  member_id: number;
  detail: string | null;
}

const insertToken = write<[number, Buffer, number, string, string, string | null, string | null]>(
  `insert into account_tokens (site_id, token_hash, member_id, purpose, expires_at, detail, detail_key)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
/** Links of an account whose 14 days are over are worth nothing, whatever they are for: it is as good as erased. */
const OF_THE_LIVING = `not exists (select from departures d
    where d.site_id = account_tokens.site_id and d.member_id = account_tokens.member_id and d.due_at <= $4)`;
const useToken = write<[number, Buffer, string, string], SpentToken>(
  `update account_tokens set used_at = $4
    where site_id = $1 and token_hash = $2 and purpose = $3 and used_at is null and expires_at > $4 and ${OF_THE_LIVING}
   returning member_id, detail`,
);

const openToken = read<[number, Buffer, string, string], { member_id: number }>(
  `select member_id from account_tokens
    where site_id = $1 and token_hash = $2 and purpose = $3 and used_at is null and expires_at > $4 and ${OF_THE_LIVING}`,
);
const deleteTokens = write<[number, number, string[]]>(
  "delete from account_tokens where site_id = $1 and member_id = $2 and purpose = any ($3::text[])",
);
const deleteOld = write<[string]>("delete from account_tokens where expires_at < $1");

/** Forgets the tokens that nobody can use any more, of all sites. */
export async function sweepTokens({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOld, clock.iso());
}

/** A new token; the answer goes into the mail and stands nowhere else. */
export async function issueToken(
  app: Resources,
  tx: Transaction,
  site: number,
  token: { member: number; purpose: Purpose; seconds: number; address?: { email: string; key: string } },
): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const { member, purpose, address } = token;
  const about = [address?.email ?? null, address?.key ?? null] as const;
  await tx.one(insertToken, site, tokenHash(secret), member, purpose, app.clock.in(token.seconds), ...about);
  return secret;
}

/** The member whose token this is, once; null for a wrong, used or old one. */
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
): Promise<SpentToken | null> => tx.one(useToken, site, tokenHash(secret), purpose, app.clock.iso());

/** True while a token could be spent; spares the dear work of those that cannot. */
export async function isOpenToken(app: Resources, site: number, purpose: Purpose, secret: string): Promise<boolean> {
  return (await app.db.one(openToken, site, tokenHash(secret), purpose, app.clock.iso())) !== null;
}

/** What was mailed before is worth nothing any more. */
export async function dropTokens(tx: Transaction, site: number, member: number, purposes: Purpose[]): Promise<void> {
  await tx.one(deleteTokens, site, member, purposes);
}
