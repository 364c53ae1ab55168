/** Resolves the site, member and locale of a request from the modules, and localizes refusals. */
import type { IncomingMessage } from "node:http";
import { ERRORS, type ErrorCode } from "@serenade/contract/errors";
import { DEFAULT_LOCALE, isLocale, LOCALE_COOKIE, type Locale } from "@serenade/contract/locales";
import { translator } from "@serenade/texts/catalog";
import { openInvalidatedCache } from "./kernel/cache.ts";
import type { ApiRequest, ApiResponse, AuthProvider, Member, Site } from "./kernel/dispatch.ts";
import { type Listener, onInvalidate } from "./kernel/live.ts";
import { Refusal } from "./kernel/refusal.ts";
import type { ReadOrigin } from "./kernel/request-origin.ts";
import type { Resources } from "./kernel/resources.ts";
import { SESSION_COOKIE } from "./modules/account/rules.ts";
import { touchSession } from "./modules/account/sessions/commands.ts";
import { findSession } from "./modules/account/sessions/queries.ts";
import { shouldTouch } from "./modules/account/sessions/rules.ts";
import type { SessionRow } from "./modules/account/tables.ts";
import { noteActivity } from "./modules/members/indexing/commands.ts";
import { getState } from "./modules/notifications/queries.ts";
import { findSite, peekSite } from "./modules/site/queries.ts";
import type { SiteRow } from "./modules/site/tables.ts";

/** The parts of a request that determine its locale. */
type Speaking = Pick<ApiRequest, "query" | "cookies" | "headers">;
type Refuse = (request: ApiRequest, code: ErrorCode) => ApiResponse;

export interface Auth extends AuthProvider {
  refuse: Refuse;
  /** The locale of a page; reads the member only where query and cookie name none. */
  localeOf(request: ApiRequest): Promise<Locale>;
}

const SESSIONS = { ms: 60_000, most: 50_000 };
const VERSIONS = { ms: 120_000, most: 200_000 };

export function openAuth(app: Resources): Auth {
  const anyHost = app.config.mode !== "production";
  const explain: AuthProvider["explain"] = (refusal, locale) => explainRefusal(refusal, locale);
  const sessions = openInvalidatedCache<SessionRow>(app, "sessions", { ...SESSIONS, ownerOf: (row) => row.member_id });
  const versions = openInvalidatedCache<{ member: number; version: number }>(app, "versions", {
    ...VERSIONS,
    ownerOf: ({ member }) => member,
  });
  onInvalidate(app.bus, (member, what) => {
    versions.invalidate(member);
    if (what === "all") sessions.invalidate(member);
  });
  app.bus.subscribe("clock", () => sessions.clear());

  const memberOf = async (request: ApiRequest, site: Site): Promise<Member | null> => {
    const token = request.cookies[SESSION_COOKIE];
    if (!token) return null;
    const row = await sessions.get(`${site.id}:${token}`, () => findSession(app.db, site.id, token, app.clock.iso()));
    if (!row) return null;
    noteActivity(app, site.id, row.member_id);
    if (shouldTouch(row.seen_at, app.clock.now())) {
      sessions.invalidate(row.member_id);
      await touchSession(app, site.id, token);
    }
    return { id: row.member_id, session: row.id, locale: row.locale, confirmed: row.confirmed, premium: row.premium };
  };

  return {
    explain,
    findSite: (host) => findSite(app, host, anyHost),
    findMember: memberOf,
    peek: (poll) => {
      const token = poll.cookies[SESSION_COOKIE];
      const site = token ? peekSite(app, poll.host, anyHost) : null;
      const session = token && site ? sessions.peek(`${site.id}:${token}`) : null;
      if (!session || !site || shouldTouch(session.seen_at, app.clock.now())) return null;
      const version = versions.peek(session.member_id)?.version;
      if (version === undefined) return null;
      noteActivity(app, site.id, session.member_id);
      return { member: session.member_id, version, locale: localeFor({ ...poll, query: {} }, session.locale, site) };
    },
    findVersion: async (site, member) => {
      const load = async () => ({ member, version: (await getState(app.db, site.id, member)).version });
      return (await versions.get(member, load))!.version;
    },
    chooseLocale: (request, member, site) => localeFor(request, member?.locale ?? null, site as SiteRow),
    refuse: (request, code) => {
      const { message } = explain(new Refusal(code), chooseLocale(request, null, DEFAULT_LOCALE));
      return {
        status: ERRORS[code],
        value: { error: code, message },
        headers: { "cache-control": "no-store" },
        cookies: [],
      };
    },
    localeOf: async (request) => {
      const site = await findSite(app, request.host, anyHost);
      if (!site) return DEFAULT_LOCALE;
      const chosen = isLocale(request.query.lang) || isLocale(request.cookies[LOCALE_COOKIE]);
      const member = chosen ? null : await memberOf(request, site);
      return localeFor(request, member?.locale ?? null, site);
    },
  };
}

const localeFor = (request: Speaking, member: Locale | null, site: SiteRow): Locale =>
  chooseLocale(request, member, site.settings.domain_language);

/** `?lang=` → cookie → the member's own → the browser's → the site's (product.md 9). */
function chooseLocale(request: Speaking, member: Locale | null, site: Locale): Locale {
  const requested = request.query.lang;
  if (isLocale(requested)) return requested;
  const stored = request.cookies[LOCALE_COOKIE];
  if (isLocale(stored)) return stored;
  return member ?? accepted(request.headers["accept-language"]) ?? site;
}

/** The first of the browser's languages that is supported; "no" and "nn" are served in Bokmål. */
function accepted(header: string | undefined): Locale | null {
  for (const part of (header ?? "").slice(0, 200).split(",")) {
    const language = part.trim().slice(0, 2).toLowerCase();
    const locale = language === "no" || language === "nn" ? "nb" : language;
    if (isLocale(locale)) return locale;
  }
  return null;
}

/** The messages of a refusal and of its fields, in the caller's locale. */
function explainRefusal(refusal: Refusal, locale: Locale) {
  const t = translator(locale, "errors") as unknown as (code: string, params: Refusal["params"]) => string;
  const message = t(refusal.code, refusal.params);
  if (!refusal.fields) return { message };
  const field = translator(locale, "fields") as unknown as (key: string) => string;
  // a field may have the same reason as the refusal (email_taken): then it gets the refusal's message
  const words = (key: string) => (key in ERRORS ? t(key, refusal.params) : field(key));
  return {
    message,
    fields: Object.fromEntries(Object.entries(refusal.fields).map(([name, key]) => [name, words(key)])),
  };
}

/** Authorizes an event stream: same origin, with a session. */
export async function listenerOf(
  app: Resources,
  readOrigin: ReadOrigin,
  request: IncomingMessage,
): Promise<Listener | null> {
  const own = readOrigin(request);
  if (!own || request.headers.origin !== own.origin) return null;
  const site = await findSite(app, own.host, app.config.mode !== "production");
  const token = own.cookies[SESSION_COOKIE];
  const session = site && token ? await findSession(app.db, site.id, token, app.clock.iso()) : null;
  return session && site ? { site: site.id, member: session.member_id, session: session.id } : null;
}
