/** Conversation and message rows → shapes of §3; also for the event stream, which seals its ids itself. */
import type { ChatItem, Message } from "@serenade/contract/chat";
import type { Opened } from "@serenade/contract/ids";
import { isoTime } from "../../kernel/db/db.ts";
import type { Ids } from "../../kernel/ids.ts";
import { presentCard, type Viewing } from "../members/present.ts";
import type { ChatRow, MessageRow } from "./tables.ts";

export const presentChat = (row: ChatRow, viewing: Viewing): Opened<ChatItem> => ({
  conversation: {
    id: row.conversation_id,
    last_at: isoTime(row.last_at),
    preview: row.preview,
    last_mine: row.last_mine,
  },
  profile: presentCard(row, viewing),
  num_unread_messages: row.unread,
  request: row.open && !row.liked,
});

/** `readUpTo`: the newest message that the other side has seen, 0 where the viewer is not shown receipts. */
export const presentMessage = (row: MessageRow, viewer: number, readUpTo: number): Opened<Message> => ({
  id: row.id,
  client_id: row.client_key,
  mine: row.sender_id === viewer,
  body: row.body,
  created_at: isoTime(row.created_at),
  read: row.sender_id === viewer && row.id <= readUpTo,
});

/** A message as it goes down a stream: with its id sealed. */
export const sealMessage = (message: Opened<Message>, ids: Ids) => ({
  ...message,
  id: ids.seal("message", message.id),
});
