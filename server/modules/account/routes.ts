/** The current user, login, logout, sign-up and confirmation (§7, §8). */

import { randomBytes } from "node:crypto";
import { ActivateApi, SignupApi, UserApi } from "@serenade/contract/account";
import { PasskeyApi, SecondFactorApi } from "@serenade/contract/factors";
import { AUTH_COOKIE_DAYS, DEVICE_COOKIE_DAYS, LOCALE_COOKIE_DAYS } from "@serenade/contract/limits";
import { LOCALE_COOKIE, type Locale } from "@serenade/contract/locales";
import { baseUrlOf, type Call, type Member, on } from "../../kernel/dispatch.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { limitAddressChecks, limitLogins, noteFailedLogin, noteSignup } from "./abuse/commands.ts";
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
import {
  logInByPasskey,
  registerPasskey,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from "./passkeys/commands.ts";
import { partyOf } from "./passkeys/gateway.ts";
import { presentPasskey } from "./passkeys/present.ts";
import { listPasskeys } from "./passkeys/queries.ts";
import { refuseWrongPassword } from "./passwords/commands.ts";
import { presentDecoy, presentUser } from "./present.ts";
import { getUser } from "./queries.ts";
import { DEVICE_COOKIE, emailKey, SESSION_COOKIE } from "./rules.ts";
import { completeLogin, requestCode, startFactor, turnOff, turnOn } from "./second-factor/commands.ts";
import { getFactorState } from "./second-factor/queries.ts";
import { endSession } from "./sessions/commands.ts";

const LOGINS = { name: "logins", points: 25, seconds: 300, whenDown: "closed" } as const;
const SIGNUPS = { name: "signups", points: 5, seconds: 1800, whenDown: "closed" } as const;
const SIGNUP_TRIES = { name: "signup-tries", points: 30, seconds: 1800, whenDown: "closed" } as const;
const SECOND_STEPS = { name: "second-steps", points: 25, seconds: 300, whenDown: "closed" } as const;
const PASSKEY_LOGINS = { name: "passkey-logins", points: 30, seconds: 300, whenDown: "closed" } as const;
const FACTOR_CHANGES = { name: "factor-changes", points: 30, seconds: 900, whenDown: "closed" } as const;
const CONFIRM_MAILS = { name: "confirm-mails", points: 5, seconds: 3600, whenDown: "closed" } as const;
const CONFIRMS = { name: "confirms", points: 20, seconds: 300, whenDown: "closed" } as const;

export const accountRoutes = [
  on(UserApi.current, "anyone", async (call) => ({ user: call.member ? await user(call, call.member.id) : null })),
  on(
    UserApi.login,
    "anyone",
    async (call) => {
      const from = { site: call.site.id, network: call.network, proof: call.body.proof };
      const knock = { network: call.network, device: call.request.cookies[DEVICE_COOKIE], baseUrl: baseUrlOf(call) };
      // A browser of the member's own pays nothing for what strangers try from its network.
      if (!(await isKnownDevice(call.db, from.site, emailKey(call.body.email), knock.device)))
        await limitLogins(call, from);
      const member = await logIn(call, call.site.id, call.body, knock).catch(async (error) => {
        if (error instanceof Refusal && error.code === "login_failed")
          await noteFailedLogin(call, from.site, from.network);
        throw error;
      });
      await requestCode(call, { site: call.site.id, member });
      return { user: await enter(call, member, { tells: true }) };
    },
    { limit: LOGINS, countBy: "network" },
  ),
  on(UserApi.language, "member", async (call) => {
    await chooseLanguage(call, call.site.id, call.member.id, call.body.language);
    keepLocale(call, call.body.language);
    return { user: await user(call, call.member.id) };
  }),
  on(UserApi.logout, "anyone", async (call) => {
    if (call.member) await endSession(call, call.site.id, call.member.id, call.member.session);
    call.setCookie({ name: SESSION_COOKIE, value: null, maxAge: 0, httpOnly: true, clearsSiteData: true });
    return {};
  }),
  on(SignupApi.signup, "anyone", async (call) => ({ user: await join(call) }), {
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
      // Whoever reads the mail is not let past the second factor by it; a browser that is logged in stays so.
      if (call.member?.id !== member) await requestCode(call, { site: call.site.id, member });
      return { user: await enter(call, member) };
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
  on(
    SecondFactorApi.logIn,
    "anyone",
    async (call) => {
      const member = await completeLogin(call, call.site.id, call.body.ticket, call.body.code);
      await assertCanLogIn(call, call.site.id, member, baseUrlOf(call));
      return { user: await enter(call, member, { tells: true }) };
    },
    { limit: SECOND_STEPS, countBy: "network" },
  ),
  on(SecondFactorApi.read, "member", async ({ db, site, member }) => getFactorState(db, site.id, member.id)),
  on(
    SecondFactorApi.start,
    "member",
    async (call) => {
      await refuseWrongPassword(call, call.site.id, call.member.id, call.body.password);
      return startFactor(call, whoOf(call));
    },
    { limit: FACTOR_CHANGES },
  ),
  on(
    SecondFactorApi.confirm,
    "member",
    async (call) => ({ recovery_codes: await turnOn(call, whoOf(call), call.body.code, baseUrlOf(call)) }),
    { limit: FACTOR_CHANGES },
  ),
  on(
    SecondFactorApi.end,
    "member",
    async (call) => {
      await refuseWrongPassword(call, call.site.id, call.member.id, call.body.password);
      await turnOff(call, whoOf(call), call.body.code, baseUrlOf(call));
      return {};
    },
    { limit: FACTOR_CHANGES },
  ),
  on(PasskeyApi.list, "member", passkeys),
  on(
    PasskeyApi.start,
    "member",
    async (call) => {
      await refuseWrongPassword(call, call.site.id, call.member.id, call.body.password);
      return { options: { ...(await startPasskey(call, whoOf(call), partyOf(call.request))) } };
    },
    { limit: FACTOR_CHANGES },
  ),
  on(
    PasskeyApi.register,
    "member",
    async (call) => {
      const made = { ...call.body, party: partyOf(call.request), baseUrl: baseUrlOf(call) };
      await registerPasskey(call, whoOf(call), made);
      return passkeys(call);
    },
    { limit: FACTOR_CHANGES },
  ),
  on(
    PasskeyApi.remove,
    "member",
    async (call) => {
      await refuseWrongPassword(call, call.site.id, call.member.id, call.body.password);
      await removePasskey(call, whoOf(call), call.body.id, baseUrlOf(call));
      return passkeys(call);
    },
    { limit: FACTOR_CHANGES },
  ),
  on(
    PasskeyApi.startLogin,
    "anyone",
    async (call) => ({ options: { ...(await startPasskeyLogin(call, call.site.id, partyOf(call.request))) } }),
    { limit: PASSKEY_LOGINS, countBy: "network" },
  ),
  on(
    PasskeyApi.logIn,
    "anyone",
    async (call) => {
      const member = await logInByPasskey(call, call.site.id, call.body.response, partyOf(call.request));
      await assertCanLogIn(call, call.site.id, member, baseUrlOf(call));
      return { user: await enter(call, member, { tells: true }) };
    },
    { limit: PASSKEY_LOGINS, countBy: "network" },
  ),
];

const whoOf = ({ site, member }: Pick<Call<never, Member>, "site" | "member">) => ({
  site: site.id,
  member: member.id,
});

async function passkeys({ db, site, member }: Pick<Call<never, Member>, "db" | "site" | "member">) {
  return { passkeys: (await listPasskeys(db, site.id, member.id)).map(presentPasskey) };
}

/**
 * Five accounts from a network in half an hour. What is refused (a taken name, a wrong date) does not count as one; a form
 * whose hidden field is filled in is answered as if it were one, and there is none.
 */
async function join(call: Call<typeof SignupApi.signup>) {
  const { site, body: form, locale, key, network } = call;
  if (form.topic_line) return pretend(call);
  const from = `${site.id}:${network}`;
  await call.limiter.take(SIGNUPS, from);
  try {
    await limitAddressChecks(call, "signup", emailKey(form.email), { site: site.id, network, proof: form.proof });
    const country = call.countryOf(call.request.address);
    const member = await signUp(call, { site: site.id, form, locale, country, key, baseUrl: baseUrlOf(call) });
    await noteSignup(call, site.id, network);
    return member === null ? null : await enter(call, member);
  } catch (error) {
    if (error instanceof Refusal) await call.limiter.giveBack(SIGNUPS, from);
    throw error;
  }
}

/** The same looking answer, a cookie too, and nothing behind it. */
function pretend(call: Call<typeof SignupApi.signup>) {
  call.setCookie({
    name: SESSION_COOKIE,
    value: randomBytes(32).toString("base64url"),
    maxAge: AUTH_COOKIE_DAYS * 86_400,
    httpOnly: true,
  });
  const country = call.body.country ?? call.countryOf(call.request.address);
  return presentDecoy(call.body, { id: call.ids.next(), locale: call.locale, country, at: call.clock.iso() });
}

async function user({ db, site, ids }: Call, member: number) {
  return presentUser(await getUser(db, site.id, member), ids);
}

/** Opens a session that is new, whatever cookie came with the request, and ends the one that was there. */
export async function enter(call: Call, member: number, { tells = false } = {}) {
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
  keepDevice(call, device);
  return user(call, member);
}

/** The cookie by which this browser is known to accounts that logged in with it. */
export function keepDevice(call: Call, device: string): void {
  call.setCookie({ name: DEVICE_COOKIE, value: device, maxAge: DEVICE_COOKIE_DAYS * 86_400, httpOnly: true });
}

function keepLocale(call: Call<never, Member>, locale: Locale): void {
  call.setCookie({ name: LOCALE_COOKIE, value: locale, maxAge: LOCALE_COOKIE_DAYS * 86_400, httpOnly: false });
}

/** Links in mails go to the configured address; without one (demo, test) to the one that the caller used. */
