/** Default notification preferences (product.md 8). */
import { NOTIFICATION_KINDS, type NotificationKind, type Switches } from "@serenade/contract/notifications";
import type { ChoiceRow } from "./tables.ts";

/** Off by default where the law requires consent: the EU, GB, CH, and NO, which has the same rule. */
const NEEDS_CONSENT: readonly NotificationKind[] = [
  "unread_message_reminders",
  "promotions",
  "weekly_updates",
  "news",
  "reminders",
];
/** Where those are on by default, too. */
export const FREE_COUNTRIES: readonly string[] = ["US", "CA", "AU", "NZ"];

const defaultOf = (kind: NotificationKind, country: string): boolean =>
  FREE_COUNTRIES.includes(country) || !NEEDS_CONSENT.includes(kind);

/** Both switches of a kind: as chosen, else as the member's country has it. */
export function switchesOf(kind: NotificationKind, chosen: readonly ChoiceRow[], country: string): Switches {
  const row = chosen.find((one) => one.kind === kind);
  const on = defaultOf(kind, country);
  return row ? { mail: row.mail, push: row.push } : { mail: on, push: on };
}

export const allSwitches = (chosen: readonly ChoiceRow[], country: string): Record<NotificationKind, Switches> =>
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, switchesOf(kind, chosen, country)])) as Record<
    NotificationKind,
    Switches
  >;
