/** The current user, login, logout, sign-up and confirmation (§7, §8). */
import { ActivateApi, SignupApi, UserApi } from "@serenade/contract/account";
import { AUTH_COOKIE_DAYS, DEVICE_COOKIE_DAYS, LOCALE_COOKIE_DAYS } from "@serenade/contract/limits";
import { LOCALE_COOKIE, type Locale } from "@serenade/contract/locales";
import { baseUrlOf, type Call, type Member, on } from "../../kernel/door.ts";
import { savePushSubscription } from "../notifications/commands.ts";
import {
  arrive,
  chooseLanguage,
  confirmAddress,
  logIn,
  refuseShutOut,
  rememberStep,
  sendConfirmMailAgain,
  signUp,
} from "./commands.ts";
import { presentUser } from "./present.ts";
import { getUser } from "./queries.ts";
import { DEVICE_COOKIE, SESSION_COOKIE } from "./rules.ts";
import { endSession } from "./sessions/commands.ts";

const LOGINS = { name: "logins", points: 25, seconds: 300, whenDown: "closed" } as const;
const SIGNUPS = { name: "signups", points: 5, seconds: 1800, whenDown: "closed" } as const;
const CONFIRM_MAILS = { name: "confirm-mails", points: 5, seconds: 3600, whenDown: "closed" } as const;
const CONFIRMS = { name: "confirms", points: 20, seconds: 300, whenDown: "closed" } as const;

export const accountRoutes = [
  on(UserApi.current, "anyone", async (call) => ({ user: call.member ? await user(call, call.member.id) : null })),
  on(
    UserApi.login,
    "anyone",
    async (call) => {
      const from = { network: call.network, device: call.request.cookies[DEVICE_COOKIE], baseUrl: baseUrlOf(call) };
      const member = await logIn(call, call.site.id, call.body, from);
      return { user: await enter(call, member, { tells: true }) };
    },
    { limit: LOGINS, countBy: "network" },
  ),
  on(UserApi.push, "member", async (call) => {
    await savePushSubscription(call, { site: call.site.id, member: call.member.id }, call.body.subscription);
    return {};
  }),
  on(UserApi.language, "member", async (call) => {
    await chooseLanguage(call, call.site.id, call.member.id, call.body.language);
    keepLocale(call, call.body.language);
    return { user: await user(call, call.member.id) };
  }),
  on(UserApi.logout, "anyone", async (call) => {
    if (call.member) await endSession(call, call.site.id, call.member.id, call.member.session);
    call.setCookie({ name: SESSION_COOKIE, value: null, maxAge: 0, httpOnly: true });
    return {};
  }),
  on(
    SignupApi.signup,
    "anyone",
    async (call) => {
      const { site, body: form, locale, key } = call;
      const country = call.countryOf(call.request.address);
      const member = await signUp(call, { site: site.id, form, locale, country, key, baseUrl: baseUrlOf(call) });
      return { user: member === null ? null : await enter(call, member) };
    },
    { limit: SIGNUPS, countBy: "network" },
  ),
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
      await refuseShutOut(call, call.site.id, member, baseUrlOf(call));
      return { user: await enter(call, member) };
    },
    { limit: CONFIRMS, countBy: "network" },
  ),
  on(
    ActivateApi.again,
    "member",
    async (call) => {
      await sendConfirmMailAgain(call, call.site.id, call.member.id, baseUrlOf(call));
      return {};
    },
    { limit: CONFIRM_MAILS },
  ),
];

async function user({ db, site, ids }: Call, member: number) {
  return presentUser(await getUser(db, site.id, member), ids);
}

/** Opens a session that is new, whatever cookie came with the request, and ends the one that was there. */
export async function enter(call: Call, member: number, { tells = false } = {}) {
  const { site, request } = call;
  if (call.member) await endSession(call, site.id, call.member.id, call.member.session);
  const { session, device } = await arrive(call, {
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
