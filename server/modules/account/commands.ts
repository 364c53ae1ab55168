/** Signing up, logging in, confirming the address (§1, §5, §8; product.md 3). */
import type { SignupForm, SignupStep } from "@serenade/contract/account";
import type { Opened } from "@serenade/contract/ids";
import { CONFIRM_LINK_DAYS, LOGIN_LOCK_MINUTES, LOGIN_TRIES } from "@serenade/contract/limits";
import type { Locale } from "@serenade/contract/locales";
import { isDuplicate, type Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import type { Limit } from "../../kernel/limiter.ts";
import { tellChanged } from "../../kernel/live.ts";
import { found, Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { moveCredits } from "../credits/commands.ts";
import { queueMail } from "../mail/commands.ts";
import { resumeMails } from "../mail/stops/commands.ts";
import { confirmMember, createMember } from "../members/commands.ts";
import { findMember } from "../members/queries.ts";
import { isOldEnough } from "../members/rules.ts";
import { changed } from "../notifications/commands.ts";
import { getSite } from "../site/queries.ts";
import { hashPassword, isPassword } from "./passwords/gateway.ts";
import { findBySignupKey, findCredentials, getContact } from "./queries.ts";
import { emailKey, isPasswordTooPlain, maySignUp } from "./rules.ts";
import { issueToken, spendToken } from "./tokens/commands.ts";

const insertAccount = write<
  [
    number,
    number,
    string,
    string,
    string,
    string,
    string,
    string | null,
    number | null,
    string | null,
    number | null,
    (string | null)[],
    string,
  ]
>(
  `insert into accounts (site_id, member_id, email, email_key, password_hash, locale, signup_step, signup_key, draft_to, draft_text,
                         niche, network, ref, sub1, sub2, sub3, terms_at, consent_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
           ($12::text[])[1], ($12::text[])[2], ($12::text[])[3], ($12::text[])[4], ($12::text[])[5], $13, $13, $13)`,
);
const setLocale = write<[number, number, string]>(
  "update accounts set locale = $3 where site_id = $1 and member_id = $2",
);
const setStep = write<[number, number, string | null]>(
  "update accounts set signup_step = $3 where site_id = $1 and member_id = $2",
);
const finishConfirmStep = write<[number, number]>(
  "update accounts set signup_step = null where site_id = $1 and member_id = $2 and signup_step = 'confirm'",
);

const WRONG_LOGINS: Limit = {
  name: "wrong-logins",
  points: LOGIN_TRIES,
  seconds: LOGIN_LOCK_MINUTES * 60,
  whenDown: "closed",
};

export interface Signup {
  site: number;
  form: Opened<SignupForm>;
  locale: Locale;
  /** Where the caller's address lies, when the form names no country. */
  country: string | null;
  /** Makes a repeated sign-up the same sign-up. */
  key: string | null;
  baseUrl: string;
}

/** Creates the account and returns its member. The confirming mail and the first credits come in the same transaction. */
export async function signUp(app: Resources, { site, form, locale, country, key, baseUrl }: Signup): Promise<number> {
  const { settings } = await getSite(app.db, site);
  if (!maySignUp(settings.signups, form)) throw new Refusal("signup_closed");
  if (!isOldEnough(form.date_of_birth, app.clock.iso(), settings.min_age)) {
    throw new Refusal("invalid", {}, { date_of_birth: "date" });
  }
  if (isPasswordTooPlain(form)) throw new Refusal("invalid", {}, { password: "password_common" });
  const before = key && (await findBySignupKey(app.db, site, key, emailKey(form.email)));
  if (before) return before.member_id;

  const id = app.ids.next();
  const hashed = await hashPassword(form.password);
  const home = form.country ?? country ?? settings.countries[0]!;
  await app.db.transaction(async (tx) => {
    const { name, gender, looking_for, date_of_birth } = form;
    await createMember(app, tx, site, { id, name, gender, looking_for, date_of_birth, country: home });
    const to = form.to && (await findMember(tx, site, form.to)) ? form.to : null;
    const sources = [form.network, form.ref, form.sub1, form.sub2, form.sub3].map((value) => value || null);
    const draft = form.signup_message || null;
    const secret = [form.email, emailKey(form.email), hashed, locale, "photo" satisfies SignupStep, key] as const;
    await tx
      .one(insertAccount, site, id, ...secret, to, draft, form.niche ?? null, sources, app.clock.iso())
      .catch(refuseTakenAddress);
    if (settings.signup_credits > 0) {
      const gift = { amount: settings.signup_credits, kind: "bonus", idem: "signup", at: app.clock.iso() } as const;
      await moveCredits(tx, { site, member: id, ...gift });
    }
    await sendConfirmMail(app, tx, { site, member: id, name, baseUrl });
  });
  return id;
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

/** Sends the confirming mail again; nothing when the address is confirmed already. */
export async function sendConfirmMailAgain(
  app: Resources,
  site: number,
  member: number,
  baseUrl: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { name, confirmed_at } = found(await findMember(tx, site, member));
    if (!confirmed_at) await sendConfirmMail(app, tx, { site, member, name, baseUrl });
  });
}

/** Confirms the address by the token of the mail; the member is found from now on. Single use. */
export async function confirmAddress(app: Resources, site: number, token: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    const member = found(await spendToken(app, tx, site, "confirm", token), "activation_failed");
    await confirmMember(app, tx, site, member);
    await tx.one(finishConfirmStep, site, member);
    await resumeMails(tx, { site, member }, "bounce"); // the mail has arrived
    await changed(app, tx, site, member, "credits");
    return member;
  });
}

/** The member with this address and password. Wrong, unknown and locked say the same whether or not the account exists. */
export async function logIn(
  app: Resources,
  site: number,
  { email, password }: { email: string; password: string },
  network: string,
): Promise<number> {
  const pair = `${site}:${emailKey(email)}:${network}`;
  const locked = await app.limiter.wait(WRONG_LOGINS, pair);
  if (locked > 0) throw new Refusal("too_many_attempts", { minutes: Math.ceil(locked / 60) });
  const account = await findCredentials(app.db, site, emailKey(email));
  if (!(await isPassword(password, account?.password_hash ?? null))) {
    await app.limiter.count(WRONG_LOGINS, pair);
    throw new Refusal("login_failed");
  }
  await app.limiter.forget(WRONG_LOGINS, pair);
  return account!.member_id;
}

export async function chooseLanguage(
  { db, bus }: Resources,
  site: number,
  member: number,
  locale: Locale,
): Promise<void> {
  await db.one(setLocale, site, member, locale);
  tellChanged(bus, member);
}

/** Remembers where sign-up goes on; null when it is through. */
export async function rememberStep(
  { db }: Resources,
  site: number,
  member: number,
  step: SignupStep | null,
): Promise<void> {
  await db.one(setStep, site, member, step);
}
