/** Rows of push subscriptions and of what is to be pushed. */
import type { Locale } from "@serenade/contract/locales";

export interface OutboxRow {
  site_id: number;
  subscription_id: number;
  topic: string;
  id: number;
  attempts: number;
  created_at: string;
}

export type PushKind = "new_conversations" | "new_messages" | "like" | "match" | "saved_search";

/** A due notice with all that decides about it now, a while after it was queued. */
export interface DueRow {
  kind: PushKind;
  params: { count?: number; path?: string };
  member_id: number;
  conversation_id: number | null;
  /** Who wrote or liked; null when there is none, or the member was erased. */
  sender_id: number | null;
  sender_name: string | null;
  sender_fictional: boolean | null;
  endpoint: string;
  p256dh: string;
  auth: string;
  quiet_until: string | null;
  locale: Locale;
  /** Unread messages plus new likes, for the app's icon (§4). */
  badge: number;
  /** The browser's session is open and the member may receive notices. */
  alive: boolean;
  /** Still relevant, not switched off, and no block between the two. */
  wanted: boolean;
}
