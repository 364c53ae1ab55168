/** Invitation codes, for a site with sign-up by invitation only (§5). Created by `npm run invite`; stored as hashes. */
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

const insertInvitation = write<{
  site: number;
  id: number;
  codeHash: Buffer;
  uses: number;
  expires: string;
  now: string;
}>(
  `insert into invitations (site_id, id, code_hash, max_uses, expires_at, created_at) values ($site, $id, $codeHash, $uses, $expires, $now)`,
);
const countUse = write<{ site: number; codeHash: Buffer; now: string }, InvitationRow>(
  `update invitations set uses = uses + 1
    where site_id = $site and code_hash = $codeHash and uses < max_uses and expires_at > $now returning id`,
);

/** A new code, valid for a number of sign-ups and days; only its hash is stored. */
export async function createInvitation(
  app: Resources,
  site: number,
  { uses, days }: { uses: number; days: number },
): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const expires = app.clock.in(days * 86_400);
  await app.db.one(insertInvitation, {
    site,
    id: app.ids.next(),
    codeHash: hashOf(code),
    uses,
    expires,
    now: app.clock.iso(),
  });
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** Counts a use in the transaction of the sign-up: of two for the last one, one is refused. */
export async function countInvitation(app: Resources, tx: Transaction, site: number, code: string): Promise<number> {
  return orNotFound(
    await tx.one(countUse, { site, codeHash: hashOf(code), now: app.clock.iso() }),
    "invitation_invalid",
  ).id;
}

/** As it was typed: spaces, dashes and case do not matter. */
const hashOf = (code: string): Buffer => tokenHash(code.replace(/[\s-]/g, "").toUpperCase());
