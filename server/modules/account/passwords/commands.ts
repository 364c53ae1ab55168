/** Password reset and change (§5, §8). Every other session ends. */
import { RESET_LINK_MINUTES, RESET_MAILS_PER_DAY } from "@serenade/contract/limits";
import type { Locale } from "@serenade/contract/locales";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { inEqualTime } from "../../../kernel/equal-time.ts";
import type { Limit } from "../../../kernel/limiter.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import { countMailsTo } from "../../mail/queries.ts";
import { findMember } from "../../members/queries.ts";
import { getSite } from "../../site/queries.ts";
import { EQUAL_TIME_MS, finishConfirming } from "../commands.ts";
import { forgetDevices, rememberDevice } from "../devices/commands.ts";
import { findLiving, getAccountStatus, getCredentials } from "../queries.ts";
import { emailKey, isPasswordTooWeak } from "../rules.ts";
import { endOtherSessions } from "../sessions/commands.ts";
import { dropTokens, isOpenToken, issueToken, spendToken } from "../tokens/commands.ts";
import { hashPassword, isPassword } from "./gateway.ts";

const setPassword = write<{ site: number; member: number; hashed: string }>(
  "update accounts set password_hash = $hashed where site_id = $site and member_id = $member",
);
/** Serializes requests for one address, so that parallel ones cannot exceed three a day. */
const lockAddress = write<{ address: string }>("select pg_advisory_xact_lock(hashtextextended($address, 1))");

const DAY_SECONDS = 86_400;
const RESET_MAILS = ["password_reset", "discreet_no_account"];

/** Sends the reset link. An unknown address is refused, or answered by email on a site that hides membership. */
export async function requestReset(
  app: Resources,
  site: number,
  { email, locale, baseUrl }: { email: string; locale: Locale; baseUrl: string },
): Promise<void> {
  const { discreet_accounts: discreet } = (await getSite(app, site)).settings;
  const send = () => sendReset(app, site, { email, locale, baseUrl }, discreet);
  await (discreet ? inEqualTime(EQUAL_TIME_MS, send) : send());
}

async function sendReset(
  app: Resources,
  site: number,
  { email, locale, baseUrl }: { email: string; locale: Locale; baseUrl: string },
  discreet: boolean,
): Promise<void> {
  const key = emailKey(email);
  await app.db.transaction(async (tx) => {
    await tx.one(lockAddress, { address: `reset:${site}:${key}` });
    const account = await findLiving(tx, site, key, app.clock.iso());
    if (!account && !discreet) throw new Refusal("email_not_found", {}, { email: "email_not_found" });
    if ((await countMailsTo(tx, site, key, RESET_MAILS, app.clock.in(-DAY_SECONDS))) >= RESET_MAILS_PER_DAY)
      throw new Refusal("too_many_resets", { seconds: DAY_SECONDS });
    if (account) return sendResetLink(app, tx, site, account.member_id, baseUrl);
    const params = { url: `${baseUrl}/signup?lang=${locale}` };
    await queueMail(app, tx, site, { member: null, to: email, kind: "discreet_no_account", params, locale });
  });
}

async function sendResetLink(app: Resources, tx: Transaction, site: number, member: number, baseUrl: string) {
  const token = await issueToken(app, tx, site, { member, purpose: "reset", seconds: RESET_LINK_MINUTES * 60 });
  const { name, email, locale } = await getAccountStatus(tx, site, member);
  const url = `${baseUrl}/reset-password/do?token=${token}&lang=${locale}`;
  await queueMail(app, tx, site, { member, to: email, kind: "password_reset", params: { name, url }, locale });
}

export interface Renewal {
  site: number;
  password: string;
  /** The device cookie of this browser, which stays known. */
  device: string | undefined;
  baseUrl: string;
}

/**
 * Sets a new password by the token of the mail. Every session ends; the browser is known afterwards, so no lock is in
 * its way.
 */
export async function resetPassword(
  app: Resources,
  { site, token, password, device, baseUrl }: Renewal & { token: string },
): Promise<{ device: string }> {
  // Checked first: twenty expensive hashes for one link could be used to overload the machine.
  if (!(await isOpenToken(app, site, "reset", token))) throw new Refusal("link_invalid");
  const hashed = await hashPassword(password, { first: true });
  return app.db.transaction(async (tx) => {
    const member = orNotFound(await spendToken(app, tx, site, "reset", token), "link_invalid");
    // The link went to the address, so it is the member's.
    if (!(await findMember(tx, site, member))?.confirmed_at) await finishConfirming(app, tx, site, member);
    await renew(app, tx, { site, member, password, hashed, baseUrl });
    await endOtherSessions(app, tx, site, member, null);
    await forgetDevices(tx, site, member);
    return { device: (await rememberDevice(app, tx, site, member, device)).token };
  });
}

/** Changes the password, given the old one. Every other session ends. */
export async function changePassword(
  app: Resources,
  change: Renewal & { member: number; session: number; old: string },
): Promise<void> {
  const { site, member, session, old, password, device, baseUrl } = change;
  const { password_hash } = await getCredentials(app.db, site, member);
  if (!(await isPassword(old, password_hash, { first: true })))
    throw new Refusal("password_old_wrong", {}, { password_old: "password_old_wrong" });
  const hashed = await hashPassword(password, { first: true });
  await app.db.transaction(async (tx) => {
    await renew(app, tx, { site, member, password, hashed, baseUrl });
    await endOtherSessions(app, tx, site, member, session);
    await forgetDevices(tx, site, member, device);
  });
}

/** Stores the new hash, invalidates older links, and sends the notification email. */
async function renew(
  app: Resources,
  tx: Transaction,
  { site, member, password, hashed, baseUrl }: Omit<Renewal, "device"> & { member: number; hashed: string },
): Promise<void> {
  const { name, email, locale } = await getAccountStatus(tx, site, member);
  if (isPasswordTooWeak({ password, email, name })) throw new Refusal("invalid", {}, { password: "password_common" });
  await tx.one(setPassword, { site, member, hashed });
  await dropTokens(tx, site, member, ["reset"]);
  const params = { name, url: `${baseUrl}/reset-password?lang=${locale}` };
  await queueMail(app, tx, site, { member, to: email, kind: "password_changed", params, locale });
}

/** Tries at one's own password while logged in: enough for a person, too few for who found an open session. */
const OWN_PASSWORD: Limit = { name: "own-password", points: 10, seconds: 900, whenDown: "closed" };

/** Verifies the password of a logged-in member before a sensitive change. */
export async function refuseWrongPassword(app: Resources, site: number, member: number, password: string) {
  const key = `${site}:${member}`;
  const locked = await app.limiter.wait(OWN_PASSWORD, key);
  if (locked > 0) throw new Refusal("too_many_attempts", { minutes: Math.ceil(locked / 60) });
  const { password_hash } = await getCredentials(app.db, site, member);
  if (await isPassword(password, password_hash, { first: true })) return;
  await app.limiter.count(OWN_PASSWORD, key);
  throw new Refusal("password_wrong", {}, { password: "password_wrong" });
}
