/** Invitation codes, for a site whose sign-up is by invitation only (§5). Made by `npm run invite`; kept hashed. */
import { randomInt } from "node:crypto";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { tokenHash } from "../sessions/queries.ts";
import type { InvitationRow } from "./tables.ts";

/** Without the letters and digits that are read as one another. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 12;

const insertInvitation = write<[number, number, Buffer, number, string, string]>(
  `insert into invitations (site_id, id, code_hash, max_uses, expires_at, created_at) values ($1, $2, $3, $4, $5, $6)`,
);
const countUse = write<[number, Buffer, string], InvitationRow>(
  `update invitations set uses = uses + 1
    where site_id = $1 and code_hash = $2 and uses < max_uses and expires_at > $3 returning id`,
);

/** A new code, good for so many sign-ups in so many days; it stands nowhere else. */
export async function createInvitation(
  app: Resources,
  site: number,
  { uses, days }: { uses: number; days: number },
): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const expires = app.clock.in(days * 86_400);
  await app.db.one(insertInvitation, site, app.ids.next(), hashOf(code), uses, expires, app.clock.iso());
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** Counts a use in the transaction of the sign-up: of two for the last one, one is refused. */
export async function countInvitation(app: Resources, tx: Transaction, site: number, code: string): Promise<number> {
  return orNotFound(await tx.one(countUse, site, hashOf(code), app.clock.iso()), "invitation_invalid").id;
}

/** As it was typed: spaces, dashes and case do not matter. */
const hashOf = (code: string): Buffer => tokenHash(code.replace(/[\s-]/g, "").toUpperCase());
