/** Notification and privacy preferences (§3 Notification preference kinds; product.md 3, 6, 7, 8). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { flag, nothing, text, time } from "./fields.ts";

export const NOTIFICATION_KINDS = [
  "new_conversations",
  "new_messages",
  "like",
  "unread_message_reminders",
  "promotions",
  "weekly_updates",
  "news",
  "reminders",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Kinds that the site sends by itself, not because of another member: never at night, each with its own unsubscribe link. */
export const MAILING_KINDS = [
  "promotions",
  "weekly_updates",
  "news",
  "reminders",
] as const satisfies NotificationKind[];
export type MailingKind = (typeof MAILING_KINDS)[number];

/** Who may write first (product.md 6): for a first message; answers are always allowed. */
export const WRITE_FIRST = ["everyone", "liked", "photo", "search"] as const;
export type WriteFirst = (typeof WRITE_FIRST)[number];

/** Why emails are suppressed (§4): marked as spam, an invalid address, unsubscribed. */
export const MAIL_STOPS = ["fbl", "bounce", "listunsubscribe"] as const;
export type MailStop = (typeof MAIL_STOPS)[number];

export const Switches = z.object({ mail: flag, push: flag });
export type Switches = z.output<typeof Switches>;

const SPENDING_MAX = 1_000_000;
const limit = z.nullable(z.int("number").check(z.gte(0, "number"), z.lte(SPENDING_MAX, "number")));

export const Preferences = z.object({
  kinds: z.record(z.enum(NOTIFICATION_KINDS), Switches),
  invisible: flag,
  read_receipts: flag,
  write_first: z.enum(WRITE_FIRST),
  /** Visitors who are not logged in see profile and main photo. */
  shown_to_visitors: flag,
  spending: z.object({
    currency: z.string(),
    /** In minor units per calendar month; null is no limit. */
    limit: z.nullable(z.int()),
    /** A requested higher limit, and when it takes effect. */
    next: z.nullable(z.object({ limit: z.nullable(z.int()), from: time })),
    /** Paid or pending this month. */
    spent: z.int(),
  }),
  /** Consent to process data that reveals orientation; without it the profile is hidden. */
  consent: flag,
  disabled: z.array(z.enum(MAIL_STOPS)),
});
export type Preferences = z.output<typeof Preferences>;

/** Every field is optional: an absent one is unchanged. */
export const PreferencesChange = z.strictObject({
  kinds: z.optional(z.partialRecord(z.enum(NOTIFICATION_KINDS), z.strictObject({ mail: flag, push: flag }))),
  invisible: z.optional(flag),
  read_receipts: z.optional(flag),
  write_first: z.optional(z.enum(WRITE_FIRST, "required")),
  shown_to_visitors: z.optional(flag),
  spending_limit: z.optional(limit),
  consent: z.optional(flag),
});
export type PreferencesChange = z.output<typeof PreferencesChange>;

const answer = z.object({ preferences: Preferences });

export const NotificationsApi = {
  read: endpoint({
    method: "GET",
    path: "/api/notifications.php",
    summary: "The caller's notifications, privacy, who may write first, and spending limit",
    answer,
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/notifications.php",
    summary: "Change some of them. A lower spending limit applies immediately, a higher one after 24 hours",
    body: PreferencesChange,
    answer,
  }),
  resume: endpoint({
    method: "POST",
    path: "/api/notifications.php",
    summary:
      "Resume emails: immediately after unsubscribing or a complaint; a bounced address gets a link that proves it works",
    body: z.strictObject({ reason: z.enum(MAIL_STOPS, "required") }),
    answer,
  }),
};

const token = z.strictObject({ token: text(1, 100) });

/** The kind that an unsubscribe token ("1.k2j8d0.news-3f…") is about; null where it is about all optional emails. */
export function kindOfToken(token: string): MailingKind | null {
  const [, kind] = /^\w+\.\w+\.(\w+)-/.exec(token) ?? [];
  return MAILING_KINDS.find((one) => one === kind) ?? null;
}

export const UnsubscribeApi = {
  look: endpoint({
    method: "GET",
    path: "/api/unsubscribe.php",
    summary: "A List-Unsubscribe address opened in a browser: redirects to the page that asks; changes nothing",
    query: token,
    answer: nothing,
  }),
  act: endpoint({
    method: "POST",
    path: "/api/unsubscribe.php",
    summary:
      "One-click unsubscribe of an email client (RFC 8058): stops optional emails, or the kind that the token names. Authenticated by the token",
    query: token,
    form: true,
    answer: nothing,
  }),
};
