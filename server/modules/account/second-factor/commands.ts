/**
 * TOTP codes as a second factor (product.md 3). A code works once: its time step, or the recovery code itself, is spent
 * by one conditional update, so that one of several concurrent uses succeeds.
 */
import { randomBytes } from "node:crypto";
import { CODE_TRIES, LOGIN_TICKET_SECONDS, RECOVERY_CODES } from "@serenade/contract/limits";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import type { Limit } from "../../../kernel/limiter.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import type { MailParams } from "../../mail/rules.ts";
import { getMember } from "../../members/queries.ts";
import { getSite } from "../../site/queries.ts";
import { getContact } from "../queries.ts";
import { tokenHash } from "../sessions/queries.ts";
import {
  decryptSecret,
  describeSecret,
  encryptSecret,
  newRecoveryCode,
  newSecret,
  recoveryHash,
  stepOf,
} from "./gateway.ts";
import { findTotp, isFactorOn } from "./queries.ts";

const storeSecret = write<{ site: number; member: number; secret: Buffer; now: string }, { member_id: number }>(
  `insert into totp_secrets (site_id, member_id, secret, created_at) values ($site, $member, $secret, $now)
   on conflict (site_id, member_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
    where totp_secrets.confirmed_at is null
   returning member_id`,
);
const confirmSecret = write<{ site: number; member: number; now: string; step: number }, { member_id: number }>(
  `update totp_secrets set confirmed_at = $now, last_step = $step
    where site_id = $site and member_id = $member and confirmed_at is null returning member_id`,
);
const spendStep = write<{ site: number; member: number; step: number }, { member_id: number }>(
  `update totp_secrets set last_step = $step
    where site_id = $site and member_id = $member and confirmed_at is not null and last_step < $step returning member_id`,
);
const deleteSecret = write<{ site: number; member: number }, { member_id: number }>(
  "delete from totp_secrets where site_id = $site and member_id = $member and confirmed_at is not null returning member_id",
);
const insertRecoveryCode = write<{ site: number; member: number; codeHash: Buffer }>(
  "insert into recovery_codes (site_id, member_id, code_hash) values ($site, $member, $codeHash)",
);
const spendRecoveryCode = write<{ site: number; member: number; hash: Buffer; now: string }, { member_id: number }>(
  `update recovery_codes set used_at = $now
    where site_id = $site and member_id = $member and code_hash = $hash and used_at is null returning member_id`,
);
const deleteSecretSince = write<{ site: number; member: number; since: string }, { member_id: number }>(
  "delete from totp_secrets where site_id = $site and member_id = $member and coalesce(confirmed_at, created_at) >= $since returning member_id",
);
const deleteRecoveryCodes = write<{ site: number; member: number }>(
  "delete from recovery_codes where site_id = $site and member_id = $member",
);
const insertTicket = write<{ site: number; ticketHash: Buffer; member: number; expires: string }>(
  "insert into login_tickets (site_id, ticket_hash, member_id, expires_at) values ($site, $ticketHash, $member, $expires)",
);
const tryTicket = write<{ site: number; hash: Buffer; now: string; tries: number }, { member_id: number }>(
  `update login_tickets set tries = tries + 1
    where site_id = $site and ticket_hash = $hash and used_at is null and expires_at > $now and tries < $tries returning member_id`,
);
const useTicket = write<{ site: number; hash: Buffer; now: string }, { member_id: number }>(
  `update login_tickets set used_at = $now
    where site_id = $site and ticket_hash = $hash and used_at is null returning member_id`,
);
const deleteOldTickets = write<{ now: string }>("delete from login_tickets where expires_at < $now");

/** The password gives a new ticket for five more tries: this limits the total per hour, over all tickets. */
const WRONG_CODES: Limit = { name: "wrong-codes", points: 20, seconds: 3600, whenDown: "closed" };

interface Who {
  site: number;
  member: number;
}

/** Turns off factors added since then, without a code: an attacker may have added them. */
export async function forgetFactorSince(tx: Transaction, { site, member }: Who, since: string): Promise<void> {
  if (await tx.one(deleteSecretSince, { site, member, since })) await tx.one(deleteRecoveryCodes, { site, member });
}

/** Deletes expired tickets of all sites. */
export async function sweepTickets({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOldTickets, { now: clock.iso() });
}

/** After a correct password: returns, or refuses with a ticket for the second step where a factor is set up. */
export async function requestCode(app: Resources, { site, member }: Who): Promise<void> {
  if (!(await isFactorOn(app.db, site, member))) return;
  const ticket = randomBytes(32).toString("base64url");
  await app.db.one(insertTicket, {
    site,
    ticketHash: tokenHash(ticket),
    member,
    expires: app.clock.in(LOGIN_TICKET_SECONDS),
  });
  throw new Refusal("second_factor_required", { ticket });
}

/** The member whose login this ticket and code complete, once. A ticket allows five tries. */
export async function completeLogin(app: Resources, site: number, ticket: string, code: string): Promise<number> {
  const hash = tokenHash(ticket);
  const row = await app.db.one(tryTicket, { site, hash, now: app.clock.iso(), tries: CODE_TRIES });
  const { member_id: member } = orNotFound(row, "login_expired");
  await spendCode(app, { site, member }, code);
  orNotFound(await app.db.one(useTicket, { site, hash, now: app.clock.iso() }), "login_expired");
  return member;
}

/** Refuses unless the code is currently valid and unused; spends it. */
async function spendCode(app: Resources, { site, member }: Who, code: string): Promise<void> {
  const key = `${site}:${member}`;
  // counted before the check, so that concurrent guesses cannot exceed the limit; a correct code is refunded
  const { allowed, seconds } = await app.limiter.count(WRONG_CODES, key);
  if (!allowed) throw new Refusal("too_many_attempts", { minutes: Math.ceil(seconds / 60) });
  const right = /^\d+$/.test(code)
    ? await spendAppCode(app, { site, member }, code)
    : await spendRecovery(app, { site, member }, code);
  if (right) return app.limiter.refund(WRONG_CODES, key);
  throw new Refusal("second_factor_failed", {}, { code: "second_factor_failed" });
}

async function spendAppCode(app: Resources, { site, member }: Who, code: string): Promise<boolean> {
  const row = await findTotp(app.db, site, member);
  const step = row && stepOf(decryptSecret(app.config.appSecret, row.secret), code, app.clock.now());
  return step !== null && (await app.db.one(spendStep, { site, member, step })) !== null;
}

async function spendRecovery(app: Resources, { site, member }: Who, code: string): Promise<boolean> {
  const hash = recoveryHash(app.config.appSecret, code);
  return (await app.db.one(spendRecoveryCode, { site, member, hash, now: app.clock.iso() })) !== null;
}

/** A new secret for an app, inactive until `turnOn`. Refuses when one is active. */
export async function startFactor(app: Resources, { site, member }: Who) {
  const secret = newSecret();
  const stored = await app.db.one(storeSecret, {
    site,
    member,
    secret: encryptSecret(app.config.appSecret, secret),
    now: app.clock.iso(),
  });
  if (!stored) throw new Refusal("factor_on");
  const { settings } = await getSite(app, site);
  const { email } = await getContact(app.db, site, member);
  return describeSecret(secret, { site: settings.name, email });
}

/** The first code proves that the app has the secret and activates it. The recovery codes are shown once. */
export async function turnOn(app: Resources, { site, member }: Who, code: string, baseUrl: string): Promise<string[]> {
  return app.db.transaction(async (tx) => {
    const row = await findTotp(tx, site, member);
    if (row?.confirmed_at) throw new Refusal("factor_on");
    const step = row && stepOf(decryptSecret(app.config.appSecret, row.secret), code, app.clock.now());
    if (step === null) throw new Refusal("second_factor_failed", {}, { code: "second_factor_failed" });
    if (!(await tx.one(confirmSecret, { site, member, now: app.clock.iso(), step }))) throw new Refusal("factor_on");
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await tx.one(deleteRecoveryCodes, { site, member });
    for (const one of codes)
      await tx.one(insertRecoveryCode, { site, member, codeHash: recoveryHash(app.config.appSecret, one) });
    await notifyByMail(app, tx, { site, member }, "totp_on", baseUrl);
    return codes.map((one) => `${one.slice(0, 5)}-${one.slice(5)}`);
  });
}

/** Requires a code; the route has checked the password. */
export async function turnOff(app: Resources, who: Who, code: string, baseUrl: string): Promise<void> {
  await spendCode(app, who, code);
  await app.db.transaction(async (tx) => {
    orNotFound(await tx.one(deleteSecret, { site: who.site, member: who.member }));
    await tx.one(deleteRecoveryCodes, { site: who.site, member: who.member });
    await notifyByMail(app, tx, who, "totp_off", baseUrl);
  });
}

/** Notifies the member of every change by email. */
export async function notifyByMail(
  app: Resources,
  tx: Transaction,
  { site, member }: Who,
  change: NonNullable<MailParams["second_factor_changed"]["change"]>,
  baseUrl: string,
): Promise<void> {
  const { name } = await getMember(tx, site, member);
  const { email: to, locale } = await getContact(tx, site, member);
  const params = { name, change, url: `${baseUrl}/notifications?lang=${locale}` };
  await queueMail(app, tx, site, { member, to, kind: "second_factor_changed", params, locale });
}
