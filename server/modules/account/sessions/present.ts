/** A session row → the line that its owner recognises a device by. */
import type { Decoded } from "@serenade/contract/ids";
import type { Locale } from "@serenade/contract/locales";
import type { Session } from "@serenade/contract/security";
import { translator } from "@serenade/texts/catalog";
import { isoTime } from "../../../kernel/db/db.ts";
import { countryName } from "../../site/places/queries.ts";
import { browserOf, systemOf } from "../devices/rules.ts";
import type { OpenSessionRow } from "../tables.ts";

/** "Firefox on Windows", from the user agent. */
export function describeDevice(agent: string, locale: Locale): string {
  const t = translator(locale, "security");
  const [browser, system] = [browserOf(agent), systemOf(agent)];
  if (browser && system) return t("device.both", { browser, system });
  return browser ?? system ?? t("device.unknown");
}

export const presentSession = (row: OpenSessionRow, current: number, locale: Locale): Decoded<Session> => ({
  id: row.id,
  device: describeDevice(row.user_agent, locale),
  country: row.country && countryName(row.country, locale),
  opened: isoTime(row.created_at),
  last_seen: isoTime(row.seen_at),
  current: row.id === current,
});
