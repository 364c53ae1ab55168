/**
 * What a page reads from a visitor's request besides its address and language. The root loader reads it here, and the
 * server stores pages for visitors under `visitorKey`, so a page cannot differ by anything that is not in its key.
 */
import { isLocale, type Locale } from "@serenade/contract/locales";
import {
  ATTRIBUTION_ANSWER_COOKIE,
  attributionAnswerIn,
  attributionInCookies,
} from "~/features/attribution/attribution.ts";
import { ENTRY_COOKIE, hasEntered } from "~/shell/entry-cookie.ts";
import { SHOWN_ALERTS_COOKIE, shownAlertsIn } from "~/shell/shown-alerts.ts";
import { THEME_COOKIE, themeOf } from "~/shell/theme.ts";

export function visitorOf(headers: Headers) {
  const cookies = headers.get("Cookie") ?? "";
  return {
    theme: themeOf(cookies),
    shownAlerts: shownAlertsIn(cookies),
    entered: hasEntered(cookies),
    attribution: { stored: attributionInCookies(cookies), answer: attributionAnswerIn(cookies) },
    languages: languagesOf(headers.get("Accept-Language") ?? ""),
  };
}

/** Read by pages and calls of visitors, and by few values: they are part of the key. */
const KEYED = new Set<string>([THEME_COOKIE, SHOWN_ALERTS_COOKIE, ATTRIBUTION_ANSWER_COOKIE, ENTRY_COOKIE, "country"]);
/** Not read by a page that is shown: the locale is part of the key already, the device is for logging in. */
const IGNORED = new Set(["locale", "device"]);

/** The same for visitors who get the same page; null for a request that has more of its own (a session, a campaign). */
export function visitorKey(cookies: Record<string, string | undefined>, acceptLanguage: string): string | null {
  const keyed: string[] = languagesOf(acceptLanguage);
  for (const [name, value = ""] of Object.entries(cookies)) {
    if (IGNORED.has(name)) continue;
    if (!KEYED.has(name) || value.length > 40) return null;
    keyed.push(`${name}=${value}`);
  }
  return keyed.sort().join(" ");
}

/** The supported languages that the browser accepts, in a fixed order; "no" and "nn" are served in Bokmål. */
function languagesOf(header: string): Locale[] {
  const languages = header.split(",", 10).map((part) => part.trim().slice(0, 2).toLowerCase());
  const locales = languages.map((language) => (language === "no" || language === "nn" ? "nb" : language));
  return [...new Set(locales.filter(isLocale))].sort();
}
