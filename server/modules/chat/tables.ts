/** Rows of conversations and messages, and what the send statement answers. */
import type { WriteFirst } from "@serenade/contract/notifications";
import type { CardRow } from "../members/tables.ts";

export interface ConversationRow {
  id: number;
  other_id: number;
  unread: number;
  /** Messages up to this id are deleted for the viewer. */
  removed: number;
  /** The other member has read up to this id. */
  read_by_other: number;
  /** The other member shows read receipts. */
  receipts: boolean;
  /** The other member wrote first, and the viewer has neither accepted nor declined. */
  request: boolean;
  /** The receiver of the first message has answered. */
  answered: boolean;
  /** The viewer wrote first and was declined: their messages are not delivered. */
  declined: boolean;
}

/** Decides whether a member may write first: the receiver's choice, and the facts about the sender that it needs. */
export interface FirstRow {
  choice: WriteFirst;
  /** The receiver likes the sender. */
  liked: boolean;
  confirmed: boolean;
  photo: boolean;
  gender: number;
  date_of_birth: string;
  looking_for: number;
  seek_min_age: number;
  seek_max_age: number;
  premium_since: string | null;
  /** Reports about the sender that staff found right. */
  upheld: number;
  from_fictional: boolean;
  to_fictional: boolean;
  /** The sender has read what the fictional receiver is. */
  acknowledged: boolean;
}

export interface ChatRow extends CardRow {
  conversation_id: number;
  last_at: string;
  preview: string;
  last_kind: number;
  last_mine: boolean;
  unread: number;
  /** The other member wrote first, and it was not accepted or answered; a like also accepts (`liked`). */
  open: boolean;
}

export interface MessageRow {
  id: number;
  client_key: string;
  sender_id: number;
  body: string;
  created_at: string;
  /** A place in MESSAGE_KINDS. */
  kind: number;
  /** All of the picture are null where there is none. */
  photo_id: number | null;
  photo_status: "pending" | "active" | "refused" | null;
  photo_thumbhash: string | null;
  /** The receiver had not answered when it arrived, and has not revealed it. */
  photo_blurred: boolean | null;
}

export interface SentRow {
  status:
    | "sent"
    | "duplicate"
    | "not_found"
    | "gone"
    | "blocked_by_other"
    | "blocked_by_me"
    | "not_confirmed"
    | "photo_gone"
    | "declined"
    | "insufficient";
  id: number | null;
  to_id: number | null;
  body: string | null;
  kind: number | null;
  created_at: string | null;
  balance: number | null;
  to_version: number | null;
  version: number | null;
  /** Whether others see the sender. */
  shown: boolean;
}

/** What was sent by a statement that sends many. */
export interface SentTextRow {
  conversation: number;
  id: number;
  to_id: number;
  balance: number;
  created_at: string;
  to_version: number;
  version: number;
}
