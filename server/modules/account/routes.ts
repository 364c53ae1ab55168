/** The current user, login, logout, sign-up and confirmation (§7, §8). */

import { randomBytes } from "node:crypto";
import { ActivateApi, SignupApi, UserApi } from "@serenade/contract/account";
import { AUTH_COOKIE_DAYS, DEVICE_COOKIE_DAYS, LOCALE_COOKIE_DAYS } from "@serenade/contract/limits";
import { LOCALE_COOKIE, type Locale } from "@serenade/contract/locales";
import { baseUrlOf, type Call, type Member, on } from "../../kernel/dispatch.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { getSite } from "../site/queries.ts";
import { termsVersion } from "../site/rules.ts";
import { limitAddressChecks, limitLogins, noteFailedLogin, noteSignup } from "./abuse/commands.ts";
import { LOGINS, SIGNUP_TRIES, SIGNUPS } from "./abuse/rules.ts";
import {
  assertCanLogIn,
  chooseLanguage,
  confirmAddress,
  logIn,
  rememberStep,
  sendConfirmMailAgain,
  signUp,
  startSession,
} from "./commands.ts";
import { isKnownDevice } from "./devices/queries.ts";
import { presentDecoy, presentUser } from "./present.ts";
import { getUser } from "./queries.ts";
import { DEVICE_COOKIE, emailKey, SESSION_COOKIE } from "./rules.ts";
import { requestCode } from "./second-factor/commands.ts";
import { endSession } from "./sessions/commands.ts";

const CONFIRM_MAILS = { name: "confirm-mails", points: 5, seconds: 3600, whenDown: "closed" } as const;
const CONFIRMS = { name: "confirms", points: 20, seconds: 300, whenDown: "closed" } as const;

export const accountRoutes = [
  on(UserApi.current, "anyone", async (call) => ({ user: call.member ? await user(call, call.member.id) : null })),
  on(
    UserApi.login,
    "anyone",
    async (call) => {
      const from = { site: call.site.id, network: call.network, proof: call.body.proof };
      const attempt = { network: call.network, device: call.request.cookies[DEVICE_COOKIE], baseUrl: baseUrlOf(call) };
      // known browsers need no proof of work for attempts by others from their network
      if (!(await isKnownDevice(call.db, from.site, emailKey(call.body.email), attempt.device)))
        await limitLogins(call, from);
      const member = await logIn(call, call.site.id, call.body, attempt).catch(async (error) => {
        if (error instanceof Refusal && error.code === "login_failed")
          await noteFailedLogin(call, from.site, from.network);
        throw error;
      });
      await requestCode(call, { site: call.site.id, member });
      return { user: await openSessionFor(call, member, { tells: true }) };
    },
    { limit: LOGINS, countBy: "network" },
  ),
  on(UserApi.language, "member", async (call) => {
    await chooseLanguage(call, call.site.id, call.member.id, call.body.language);
    setLocaleCookie(call, call.body.language);
    return { user: await user(call, call.member.id) };
  }),
  on(UserApi.logout, "anyone", async (call) => {
    if (call.member) await endSession(call, call.site.id, call.member.id, call.member.session);
    call.setCookie({ name: SESSION_COOKIE, value: null, maxAge: 0, httpOnly: true, clearsSiteData: true });
    return {};
  }),
  on(SignupApi.signup, "anyone", async (call) => ({ user: await answerSignup(call) }), {
    limit: SIGNUP_TRIES,
    countBy: "network",
  }),
  on(SignupApi.step, "member", async (call) => {
    await rememberStep(
      call,
      call.site.id,
      call.member.id,
      call.member.confirmed && call.body.step === "confirm" ? null : call.body.step,
    );
    return { user: await user(call, call.member.id) };
  }),
  on(
    ActivateApi.confirm,
    "anyone",
    async (call) => {
      const member = await confirmAddress(call, call.site.id, call.body.token);
      await assertCanLogIn(call, call.site.id, member, baseUrlOf(call));
      // the emailed link does not bypass the second factor; a logged-in browser stays logged in
      if (call.member?.id !== member) await requestCode(call, { site: call.site.id, member });
      return { user: await openSessionFor(call, member) };
    },
    { limit: CONFIRMS, countBy: "network" },
  ),
  on(
    ActivateApi.again,
    "member",
    async (call) => {
      return { wait: await sendConfirmMailAgain(call, call.site.id, call.member.id, baseUrlOf(call)) };
    },
    { limit: CONFIRM_MAILS },
  ),
];

/**
 * Five accounts from a network in half an hour. Refused forms (a taken name, a wrong date) do not count; a form whose
 * hidden field is filled in gets a fake success.
 */
async function answerSignup(call: Call<typeof SignupApi.signup>) {
  const { site, body: form, locale, key, network } = call;
  if (form.topic_line) return answerDecoy(call);
  const from = `${site.id}:${network}`;
  await call.limiter.take(SIGNUPS, from);
  try {
    await limitAddressChecks(call, "signup", emailKey(form.email), { site: site.id, network, proof: form.proof });
    const country = call.countryOf(call.request.address);
    const member = await signUp(call, { site: site.id, form, locale, country, key, baseUrl: baseUrlOf(call) });
    await noteSignup(call, site.id, network);
    return member === null ? null : await openSessionFor(call, member);
  } catch (error) {
    if (error instanceof Refusal) await call.limiter.refund(SIGNUPS, from);
    throw error;
  }
}

/** A fake response with a cookie, for bots. */
function answerDecoy(call: Call<typeof SignupApi.signup>) {
  call.setCookie({
    name: SESSION_COOKIE,
    value: randomBytes(32).toString("base64url"),
    maxAge: AUTH_COOKIE_DAYS * 86_400,
    httpOnly: true,
  });
  const country = call.body.country ?? call.countryOf(call.request.address);
  return presentDecoy(call.body, { id: call.ids.next(), locale: call.locale, country, at: call.clock.iso() });
}

/** The member as commands take them. */
export const ownerOf = ({ site, member }: Pick<Call<never, Member>, "site" | "member">) => ({
  site: site.id,
  member: member.id,
});

async function user(call: Call, member: number) {
  const { db, site, ids } = call;
  const [row, { company, settings }] = await Promise.all([getUser(db, site.id, member), getSite(call, site.id)]);
  return presentUser(row, { ids, terms: termsVersion(company), fictional: settings.fictional_icon });
}

/** Starts a new session, whatever cookie was sent, and ends the previous one. */
export async function openSessionFor(call: Call, member: number, { tells = false } = {}) {
  const { site, request } = call;
  if (call.member) await endSession(call, site.id, call.member.id, call.member.session);
  const { session, device } = await startSession(call, {
    site: site.id,
    member,
    userAgent: request.headers["user-agent"] ?? "",
    country: call.countryOf(request.address),
    device: request.cookies[DEVICE_COOKIE],
    baseUrl: baseUrlOf(call),
    tells,
  });
  call.setCookie({ name: SESSION_COOKIE, value: session, maxAge: AUTH_COOKIE_DAYS * 86_400, httpOnly: true });
  setDeviceCookie(call, device);
  return user(call, member);
}

/** The cookie by which this browser is known to accounts that logged in with it. */
export function setDeviceCookie(call: Call, device: string): void {
  call.setCookie({ name: DEVICE_COOKIE, value: device, maxAge: DEVICE_COOKIE_DAYS * 86_400, httpOnly: true });
}

function setLocaleCookie(call: Call<never, Member>, locale: Locale): void {
  call.setCookie({ name: LOCALE_COOKIE, value: locale, maxAge: LOCALE_COOKIE_DAYS * 86_400, httpOnly: false });
}
