/** Signing up, logging in, confirming the address (§1, §5, §8; product.md 3). */
import type { SignupForm, SignupStep } from "@serenade/contract/account";
import type { Decoded } from "@serenade/contract/ids";
import { CONFIRM_LINK_DAYS, CONFIRM_MAIL_PAUSE_SECONDS, SIGNUP_REPEAT_SECONDS } from "@serenade/contract/limits";
import type { Locale } from "@serenade/contract/locales";
import { isDuplicate, isoTime, type Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { inEqualTime } from "../../kernel/equal-time.ts";
import type { Limit } from "../../kernel/limiter.ts";
import { invalidateMember } from "../../kernel/live.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { moveCredits } from "../credits/commands.ts";
import { queueMail } from "../mail/commands.ts";
import { countMailsTo } from "../mail/queries.ts";
import { resumeMails } from "../mail/suppressions/commands.ts";
import {
  banMember,
  confirmMember,
  createMember,
  holdName,
  isHeldBy,
  lockName,
  refuseHeldName,
} from "../members/commands.ts";
import { findMember } from "../members/queries.ts";
import { bumpVersion } from "../notifications/commands.ts";
import { countryName } from "../site/places/queries.ts";
import { getSite } from "../site/queries.ts";
import { termsVersion } from "../site/rules.ts";
import type { Company, SiteSettings } from "../site/tables.ts";
import { isDisposable } from "./abuse/gateway.ts";
import { STRANGERS, WRONG_LOGINS } from "./abuse/rules.ts";
import { sendReactivationLinkAgain } from "./deletion/commands.ts";
import { rememberDevice } from "./devices/commands.ts";
import { isKnownDevice } from "./devices/queries.ts";
import { refuseExcluded, refuseExcludedLocked } from "./exclusions/commands.ts";
import { countInvitation } from "./invitations/commands.ts";
import { hashPassword, isPassword } from "./passwords/gateway.ts";
import { findBySignupKey, findCredentials, getAccountStatus, getContact, isReserved } from "./queries.ts";
import { emailKey, isOldEnough, isPasswordTooWeak, maySignUp } from "./rules.ts";
import { endOtherSessions, openSession } from "./sessions/commands.ts";
import { describeDevice } from "./sessions/present.ts";
import { tokenHash } from "./sessions/queries.ts";
import { issueToken, spendToken } from "./tokens/commands.ts";

const insertAccount = write<{
  site: number;
  member: number;
  email: string;
  emailKey: string;
  passwordHash: string;
  locale: string;
  signupStep: string;
  signupKeyHash: Buffer | null;
  draftTo: number | null;
  draftText: string | null;
  niche: number | null;
  sources: (string | null)[];
  now: string;
  termsVersion: string;
  invitation: number | null;
}>(
  `insert into accounts (site_id, member_id, email, email_key, password_hash, locale, signup_step, signup_key_hash, draft_to, draft_text,
                         niche, network, ref, sub1, sub2, sub3, terms_at, terms_version, consent_at, created_at, invitation_id)
   values ($site, $member, $email, $emailKey, $passwordHash, $locale, $signupStep, $signupKeyHash, $draftTo, $draftText, $niche,
           ($sources::text[])[1], ($sources::text[])[2], ($sources::text[])[3], ($sources::text[])[4], ($sources::text[])[5], $now, $termsVersion, $now, $now, $invitation)`,
);
const setLocale = write<{ site: number; member: number; locale: string }>(
  "update accounts set locale = $locale where site_id = $site and member_id = $member",
);
const setStep = write<{ site: number; member: number; step: string | null }>(
  "update accounts set signup_step = $step where site_id = $site and member_id = $member",
);
const forgetSignup = write<{ site: number; member: number }>(
  `update accounts set signup_key_hash = null, signup_step = case when signup_step = 'confirm' then null else signup_step end
    where site_id = $site and member_id = $member`,
);

const eraseStatements = [
  "delete from sessions where site_id = $site and member_id = $member",
  "delete from account_tokens where site_id = $site and member_id = $member",
  "delete from known_devices where site_id = $site and member_id = $member",
  "delete from member_preferences where site_id = $site and member_id = $member",
  "delete from exports where site_id = $site and member_id = $member",
  "delete from totp_secrets where site_id = $site and member_id = $member",
  "delete from recovery_codes where site_id = $site and member_id = $member",
  "delete from login_tickets where site_id = $site and member_id = $member",
  "delete from passkeys where site_id = $site and member_id = $member",
  "delete from passkey_challenges where site_id = $site and member_id = $member",
  "delete from retention_offers where site_id = $site and member_id = $member",
  "delete from departures where site_id = $site and member_id = $member",
  "update accounts set draft_to = null, draft_text = null where site_id = $site and draft_to = $member",
  "delete from accounts where site_id = $site and member_id = $member",
].map((text) => write<{ site: number; member: number }>(text));

const DISCREET_MAILS_A_DAY = 3;
/** Longer than a sign-up takes on a machine that is not overloaded. */
export const EQUAL_TIME_MS = 250;

export interface Signup {
  site: number;
  form: Decoded<SignupForm>;
  locale: Locale;
  /** The country of the caller's IP address, for a form without a country. */
  country: string | null;
  /** Idempotency key of the sign-up, for ten minutes. */
  key: string | null;
  baseUrl: string;
}

/**
 * Creates the account and returns its member. The confirmation email and the first credits are written in the same
 * transaction. On a site that hides membership the result is null, whether or not there was an account.
 */
export async function signUp(app: Resources, signup: Signup): Promise<number | null> {
  const { settings } = await getSite(app, signup.site);
  if (!settings.discreet_accounts) return createAccount(app, signup);
  await inEqualTime(EQUAL_TIME_MS, () => signUpQuietly(app, signup));
  return null;
}

/**
 * Creates the account, or warns the owner of a taken address. The response is the same, also to a retried sign-up.
 * Sign-ups with one name are serialized, so that concurrent ones get the same responses as consecutive ones.
 */
async function signUpQuietly(app: Resources, signup: Signup): Promise<void> {
  const { site, form, key } = signup;
  const repeat = key ? repeatHash(key, form) : null;
  if (repeat && (await isHeldBy(app, app.db, site, form.name, repeat, SIGNUP_REPEAT_SECONDS))) return;
  const unlessRepeated = async (tx: Transaction, act: () => Promise<unknown>) => {
    await lockName(tx, site, form.name);
    if (repeat && (await isHeldBy(app, tx, site, form.name, repeat, SIGNUP_REPEAT_SECONDS))) return;
    await act();
    await holdName(app, tx, site, form.name, repeat);
  };
  await refuseForm(app, signup);
  const prepared = await prepareAccount(app, signup);
  try {
    await app.db.transaction((tx) =>
      unlessRepeated(tx, () => makeAccount(app, tx, { ...signup, key: null }, prepared)),
    );
  } catch (error) {
    const code = error instanceof Refusal ? error.code : null;
    if (code !== "email_taken" && code !== "excluded") throw error;
    await app.db.transaction((tx) =>
      unlessRepeated(tx, () =>
        code === "excluded" ? refuseHeldName(app, tx, site, form.name) : warnOwnerOfTakenAddress(app, tx, signup),
      ),
    );
  }
}

/** Identifies a retried sign-up. The key is random, so the hash reveals nothing. */
const repeatHash = (key: string, { email, password }: Signup["form"]): Buffer =>
  tokenHash(JSON.stringify([key, emailKey(email), password]));

/** Warns the owner of a taken address by email; the name is then reserved as if the account had been created. */
async function warnOwnerOfTakenAddress(
  app: Resources,
  tx: Transaction,
  { site, form, locale, baseUrl }: Signup,
): Promise<void> {
  await refuseHeldName(app, tx, site, form.name);
  await warnOwner(app, tx, site, { email: form.email, locale, baseUrl });
}

/** The email "Your address was used to sign up": three times a day at most. */
export async function warnOwner(
  app: Resources,
  tx: Transaction,
  site: number,
  { email, locale, baseUrl }: { email: string; locale: Locale; baseUrl: string },
): Promise<void> {
  const key = emailKey(email);
  if ((await countMailsTo(tx, site, key, ["discreet_signup"], app.clock.in(-86_400))) >= DISCREET_MAILS_A_DAY) return;
  const owner = await findCredentials(tx, site, key);
  const url = `${baseUrl}/login?lang=${locale}`;
  const params = { url };
  await queueMail(app, tx, site, {
    member: owner?.member_id ?? null,
    to: email,
    kind: "discreet_signup",
    params,
    locale,
  });
}

/** Creates the account, or returns the one that an earlier or concurrent try of this sign-up created. */
async function createAccount(app: Resources, signup: Signup): Promise<number> {
  const { site, form, key } = signup;
  const earlier = async () => key && (await findRepeated(app, site, key, form));
  await refuseForm(app, signup);
  const before = await earlier();
  if (before) return before;
  const prepared = await prepareAccount(app, signup);
  try {
    return await app.db.transaction((tx) => makeAccount(app, tx, signup, prepared));
  } catch (error) {
    const concurrent = error instanceof Refusal && (await earlier());
    if (!concurrent) throw error;
    return concurrent;
  }
}

interface Prepared {
  settings: SiteSettings;
  company: Company;
  hashed: string;
  /** Country that the member lives in at first. */
  home: string;
}

/** Refuses what can be refused without looking at who is there. */
async function refuseForm(app: Resources, { site, form }: Signup): Promise<void> {
  const { settings } = await getSite(app, site);
  if (!maySignUp(settings.signups, form))
    throw new Refusal(settings.signups === "with_trafficsource" ? "signup_needs_source" : "signup_closed");
  if (!isOldEnough(form.date_of_birth, app.clock.iso(), settings.min_age)) {
    throw new Refusal("invalid", {}, { date_of_birth: "date" });
  }
  if (isDisposable(form.email)) throw new Refusal("invalid", {}, { email: "email_disposable" });
  if (isPasswordTooWeak(form)) throw new Refusal("invalid", {}, { password: "password_common" });
  if (form.country && !settings.countries.includes(form.country))
    throw new Refusal("invalid", {}, { country: "invalid" });
}

async function prepareAccount(app: Resources, { site, form, country }: Signup): Promise<Prepared> {
  const { settings, company } = await getSite(app, site);
  const here = settings.countries.find((served) => served === country);
  const home = form.country ?? here ?? settings.countries[0]!;
  return { settings, company, hashed: await hashPassword(form.password), home };
}

async function makeAccount(
  app: Resources,
  tx: Transaction,
  { site, form, locale, key, baseUrl }: Signup,
  { settings, company, hashed, home }: Prepared,
): Promise<number> {
  const id = app.ids.next();
  const invitation = settings.signups === "invite_only" ? await countInvitation(app, tx, site, form.invitation!) : null;
  const { name, gender, looking_for, date_of_birth } = form;
  const member = { id, name, siteName: settings.name, gender, looking_for, date_of_birth, country: home };
  await createMember(app, tx, site, member);
  const to = form.to && (await findMember(tx, site, form.to)) ? form.to : null;
  const sources = [form.network, form.ref, form.sub1, form.sub2, form.sub3].map((value) => value || null);
  const step: SignupStep = "photo";
  const account = {
    site,
    member: id,
    email: form.email,
    emailKey: emailKey(form.email),
    passwordHash: hashed,
    locale,
    signupStep: step,
    signupKeyHash: key ? tokenHash(key) : null,
    draftTo: to,
    draftText: form.signup_message || null,
    niche: form.niche ?? null,
    sources,
    now: app.clock.iso(),
    termsVersion: termsVersion(company),
    invitation,
  };
  await tx.one(insertAccount, account).catch(refuseTakenAddress);
  await refuseReserved(app, tx, site, emailKey(form.email), id);
  await refuseExcludedLocked(app, tx, { site, key: emailKey(form.email), locale });
  if (settings.signup_credits > 0) {
    const gift = { amount: settings.signup_credits, kind: "bonus", idem: "signup", at: app.clock.iso() } as const;
    await moveCredits(tx, { site, member: id, ...gift });
  }
  await sendConfirmMail(app, tx, { site, member: id, name, baseUrl });
  return id;
}

/**
 * The member that an earlier try of this sign-up created, whose response was lost. The key starts a session like a
 * login, so it is valid for ten minutes only, with the password, and never bypasses a second factor or a confirmed
 * address.
 */
async function findRepeated(app: Resources, site: number, key: string, form: Signup["form"]): Promise<number | null> {
  const made = await findBySignupKey(app.db, site, key, emailKey(form.email), app.clock.in(-SIGNUP_REPEAT_SECONDS));
  return made && (await isPassword(form.password, made.password_hash)) ? made.member_id : null;
}

/** After the write, which waits for a concurrent change away from the address. */
async function refuseReserved(app: Resources, tx: Transaction, site: number, key: string, member: number) {
  if (await isReserved(tx, site, key, member, app.clock.iso()))
    throw new Refusal("email_taken", {}, { email: "email_taken" });
}

function refuseTakenAddress(error: unknown): never {
  if (isDuplicate(error, "accounts_email")) throw new Refusal("email_taken", {}, { email: "email_taken" });
  throw error;
}

async function sendConfirmMail(
  app: Resources,
  tx: Transaction,
  { site, member, name, baseUrl }: { site: number; member: number; name: string; baseUrl: string },
): Promise<void> {
  const token = await issueToken(app, tx, site, { member, purpose: "confirm", seconds: CONFIRM_LINK_DAYS * 86_400 });
  const { email, locale } = await getContact(tx, site, member);
  const url = `${baseUrl}/activate/done?token=${token}&lang=${locale}`;
  await queueMail(app, tx, site, { member, to: email, kind: "confirm", params: { name, url }, locale });
}

const CONFIRM_MAIL_PAUSE: Limit = {
  name: "confirm-mail-pause",
  points: 1,
  seconds: CONFIRM_MAIL_PAUSE_SECONDS,
  whenDown: "closed",
};

/** Resends the confirmation email, once a minute; no email if the address is confirmed. Returns the seconds to wait. */
export async function sendConfirmMailAgain(
  app: Resources,
  site: number,
  member: number,
  baseUrl: string,
): Promise<number> {
  await app.limiter.take(CONFIRM_MAIL_PAUSE, `${site}:${member}`);
  await app.db.transaction(async (tx) => {
    const { name, confirmed_at } = orNotFound(await findMember(tx, site, member));
    if (!confirmed_at) await sendConfirmMail(app, tx, { site, member, name, baseUrl });
  });
  return CONFIRM_MAIL_PAUSE_SECONDS;
}

/** Confirms the address by the token of the mail; the member is found from now on. Single use. */
export async function confirmAddress(app: Resources, site: number, token: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    const member = orNotFound(await spendToken(app, tx, site, "confirm", token), "activation_failed");
    await finishConfirming(app, tx, site, member);
    return member;
  });
}

/** The member has shown that an address of theirs is theirs. */
export async function finishConfirming(app: Resources, tx: Transaction, site: number, member: number): Promise<void> {
  await confirmMember(app, tx, site, member);
  await tx.one(forgetSignup, { site, member });
  await resumeMails(tx, { site, member }, "bounce"); // the mail has arrived
  await bumpVersion(app, tx, site, member, "credits");
}

export interface LoginAttempt {
  network: string;
  /** The cookie that this browser was given when it last logged in. */
  device: string | undefined;
  baseUrl: string;
}

/**
 * The member with this address and password. Wrong, unknown and locked give the same error whether or not the account
 * exists. Tries are counted before the password is checked, so concurrency is no way around the limit; a correct
 * password refunds its try.
 */
export async function logIn(
  app: Resources,
  site: number,
  { email, password }: { email: string; password: string },
  from: LoginAttempt,
): Promise<number> {
  const key = emailKey(email);
  const known = await isKnownDevice(app.db, site, key, from.device);
  // known browsers are counted separately: attempts by others, also from the same network, do not lock them out
  const pair = `${site}:${key}:${known ? tokenHash(from.device!).toString("hex") : from.network}`;
  await takeTry(app, WRONG_LOGINS, pair);
  if (!known) await takeTry(app, STRANGERS, `${site}:${key}`);
  const account = await findCredentials(app.db, site, key);
  const right = await isPassword(password, account?.password_hash ?? null, { first: known }).catch(async (error) => {
    // the hashing queue was full: no password was checked
    await app.limiter.refund(WRONG_LOGINS, pair);
    if (!known) await app.limiter.refund(STRANGERS, `${site}:${key}`);
    throw error;
  });
  // A site that hides membership allows no login before the emailed link is followed: otherwise an account just created
  // for an address could be distinguished from an existing one (product.md 3).
  const { discreet_accounts: discreet } = (await getSite(app, site)).settings;
  if (!right || (discreet && !account!.confirmed)) throw new Refusal("login_failed");
  await app.limiter.forget(WRONG_LOGINS, pair);
  if (!known) await app.limiter.refund(STRANGERS, `${site}:${key}`);
  await assertCanLogIn(app, site, account!.member_id, from.baseUrl);
  return account!.member_id;
}

async function takeTry({ limiter }: Resources, limit: Limit, key: string): Promise<void> {
  const { allowed, seconds } = await limiter.count(limit, key);
  if (!allowed) throw new Refusal("too_many_attempts", { minutes: Math.ceil(seconds / 60) });
}

/**
 * Banned members get the reason and the support address, excluded ones the end; a pending deletion gets its link. Only
 * with the correct password. After the 14 days an account behaves as erased, even before the job has erased it.
 */
export async function assertCanLogIn(app: Resources, site: number, member: number, baseUrl: string): Promise<void> {
  const { banned, ban_reason, due_at, email, locale } = await getAccountStatus(app.db, site, member);
  if (banned) {
    const { settings } = await getSite(app, site);
    throw new Refusal("banned", { reason: ban_reason ?? "", contact: settings.support_email });
  }
  if (!due_at) return;
  if (Date.parse(isoTime(due_at)) <= app.clock.now().getTime()) throw new Refusal("login_failed");
  await refuseExcluded(app, app.db, { site, key: emailKey(email), locale });
  await sendReactivationLinkAgain(app, site, member, baseUrl);
  const left = Date.parse(isoTime(due_at)) - app.clock.now().getTime();
  throw new Refusal("deletion_pending", { days: Math.max(1, Math.ceil(left / 86_400_000)) });
}

/** Bans an account: hidden everywhere, without sessions, until staff decide otherwise. */
export async function banAccount(app: Resources, site: number, member: number, reason: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await banMember(app, tx, site, member, reason);
    await endOtherSessions(app, tx, site, member, null);
  });
}

export interface SessionStart {
  site: number;
  member: number;
  userAgent: string;
  country: string | null;
  device: string | undefined;
  baseUrl: string;
  /** Whether to send the email about a login from a new browser: not right after following an emailed link. */
  tells: boolean;
}

/** Starts a session and remembers its browser. */
export async function startSession(app: Resources, start: SessionStart): Promise<{ session: string; device: string }> {
  const { site, member, userAgent, country, tells, baseUrl } = start;
  return app.db.transaction(async (tx) => {
    const { token: device, isNew } = await rememberDevice(app, tx, site, member, start.device);
    const session = await openSession(app, tx, site, member, userAgent, country);
    if (isNew && tells) {
      const { name, email, locale } = await getAccountStatus(tx, site, member);
      const place = (country && countryName(country, locale)) ?? "";
      const params = { name, device: describeDevice(userAgent, locale), place, time: formatTime(app, locale) };
      const url = `${baseUrl}/notifications?lang=${locale}`;
      await queueMail(app, tx, site, { member, to: email, kind: "new_device", params: { ...params, url }, locale });
    }
    return { session, device };
  });
}

const formatTime = ({ clock }: Resources, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" }).format(clock.now());

/** Everything of accounts, and with it the departure that brought it about. */
export async function eraseAccount(tx: Transaction, site: number, member: number): Promise<void> {
  for (const statement of eraseStatements) await tx.one(statement, { site, member });
}

export async function chooseLanguage(
  { db, bus }: Resources,
  site: number,
  member: number,
  locale: Locale,
): Promise<void> {
  await db.one(setLocale, { site, member, locale });
  invalidateMember(bus, member);
}

/** Stores at which step sign-up continues; null when it is complete. */
export async function rememberStep(
  { db }: Resources,
  site: number,
  member: number,
  step: SignupStep | null,
): Promise<void> {
  await db.one(setStep, { site, member, step });
}
