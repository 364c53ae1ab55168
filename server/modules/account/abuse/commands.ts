/**
 * Slows down bots without bothering people (security 2.6): after signs of abuse from a network a call requires a proof
 * of work. The refusal contains the challenge; the same call with its solution is accepted once.
 */
import { createHash } from "node:crypto";
import { PROOF_SECONDS } from "@serenade/contract/limits";
import { write } from "../../../kernel/db/statement.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { newChallenge, readProof } from "./gateway.ts";
import { ADDRESSES, FAILED_LOGINS, SAME_ADDRESS, SIGNUPS_OF_A_DAY } from "./rules.ts";
import type { Purpose } from "./tables.ts";

const spendProof = write<{ site: number; proofHash: Buffer; expires: string }, { site_id: number }>(
  `insert into spent_proofs (site_id, proof_hash, expires_at) values ($site, $proofHash, $expires)
   on conflict do nothing returning site_id`,
);
const deleteOldProofs = write<{ now: string }>("delete from spent_proofs where expires_at < $now");

interface Attempt {
  site: number;
  network: string;
  proof: string | undefined;
}

/** Deletes expired proofs of all sites. */
export async function sweepProofs({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOldProofs, { now: clock.iso() });
}

/**
 * Sign-up and password reset: the sixth distinct address of an hour has a price, and so has the ninth account of a day.
 */
export async function limitAddressChecks(
  app: Resources,
  purpose: "signup" | "reset",
  email: string,
  attempt: Attempt,
): Promise<void> {
  const network = `${attempt.site}:${attempt.network}`;
  const address = createHash("sha256").update(email).digest("base64url");
  const fresh = (await app.limiter.count(SAME_ADDRESS, `${network}:${address}`)).allowed;
  const many = fresh
    ? !(await app.limiter.count(ADDRESSES, network)).allowed
    : (await app.limiter.wait(ADDRESSES, network)) > 0;
  const crowd = purpose === "signup" && (await app.limiter.wait(SIGNUPS_OF_A_DAY, network)) > 0;
  if (many || crowd) await demandProof(app, purpose, attempt);
}

/** An account was made from this network. */
export async function noteSignup(app: Resources, site: number, network: string): Promise<void> {
  await app.limiter.count(SIGNUPS_OF_A_DAY, `${site}:${network}`);
}

/** Login: after ten wrong passwords from a network in an hour each further try has a price. */
export async function limitLogins(app: Resources, attempt: Attempt): Promise<void> {
  if ((await app.limiter.wait(FAILED_LOGINS, `${attempt.site}:${attempt.network}`)) > 0)
    await demandProof(app, "login", attempt);
}

export async function noteFailedLogin(app: Resources, site: number, network: string): Promise<void> {
  await app.limiter.count(FAILED_LOGINS, `${site}:${network}`);
}

/** Refuses with a challenge unless the proof was issued by us for this purpose, is unexpired and unused. */
export async function demandProof(app: Resources, purpose: Purpose, { site, proof }: Attempt): Promise<void> {
  const read = proof ? await readProof(app.config.appSecret, proof) : null;
  const good = read && read.purpose === `${site}:${purpose}` && read.until > app.clock.iso();
  if (good && (await app.db.one(spendProof, { site, proofHash: hashOf(read.signature), expires: read.until }))) return;
  const until = app.clock.in(PROOF_SECONDS);
  throw new Refusal("proof_required", {
    challenge: await newChallenge(app.config.appSecret, { purpose: `${site}:${purpose}`, until }),
  });
}

const hashOf = (signature: string): Buffer => createHash("sha256").update(signature).digest();
