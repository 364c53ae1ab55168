/** Rows of push subscriptions and of what is to be pushed. */
import type { Locale } from "@serenade/contract/locales";
import type { MailingKind } from "@serenade/contract/notifications";

export interface OutboxRow {
  site_id: number;
  subscription_id: number;
  topic: string;
  id: number;
  attempts: number;
  created_at: string;
}

/** What the notice of a kind says besides who it is about; `path` is where it leads. */
export interface PushParams {
  new_conversations: Record<string, never>;
  new_messages: Record<string, never>;
  like: Record<string, never>;
  match: Record<string, never>;
  saved_search: { count: number; path: string };
  unread_message_reminders: { count: number; path: string };
  weekly_updates: { count: number; path: string };
  reminders: { path: string };
  /** `discount` and `ends` are formatted in the receiver's locale. */
  promotions: { discount: string; code: string; ends: string; path: string };
  news: { title: string; path: string };
}
export type PushKind = keyof PushParams;

/** A kind with its values. */
export type PushContent = { [K in PushKind]: { kind: K; params: PushParams[K] } }[PushKind];

/** A mailing with its values. */
export type PushedMailing = Extract<PushContent, { kind: MailingKind }>;

/** A due notice with all that decides about it now, a while after it was queued. */
export type DueRow = PushContent & {
  member_id: number;
  conversation_id: number | null;
  /** Who wrote or liked; null when there is none, or the member was erased. */
  sender_id: number | null;
  sender_name: string | null;
  sender_fictional: boolean | null;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Its push service asked for a pause. */
  quiet_until: string | null;
  /** Not sent while it is night in one of these; null for any time. */
  quiet_zones: string[] | null;
  locale: Locale;
  /** Unread messages plus new likes, for the app's icon (§4). */
  badge: number;
  /** The browser's session is open and the member may receive notices. */
  alive: boolean;
  /** Still relevant, not switched off, and no block between the two. */
  wanted: boolean;
};
