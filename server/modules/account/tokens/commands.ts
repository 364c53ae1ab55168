/** Single-use tokens that travel by mail: kept hashed, bound to a purpose, gone after use (security: T9). */
import { randomBytes } from "node:crypto";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { tokenHash } from "../sessions/queries.ts";

export type Purpose = "confirm";

const insertToken = write<[number, Buffer, number, string, string]>(
  "insert into account_tokens (site_id, token_hash, member_id, purpose, expires_at) values ($1, $2, $3, $4, $5)",
);
const useToken = write<[number, Buffer, string, string], { member_id: number }>(
  `update account_tokens set used_at = $4
    where site_id = $1 and token_hash = $2 and purpose = $3 and used_at is null and expires_at > $4
   returning member_id`,
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
  token: { member: number; purpose: Purpose; seconds: number },
): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await tx.one(insertToken, site, tokenHash(secret), token.member, token.purpose, app.clock.in(token.seconds));
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
  return (await tx.one(useToken, site, tokenHash(secret), purpose, app.clock.iso()))?.member_id ?? null;
}
