/** Conversation and message rows → shapes of §3; also for the event stream, which encodes its ids itself. */
import { type ChatItem, type ChatPhoto, MESSAGE_KINDS, type Message } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { Decoded } from "@serenade/contract/ids";
import { isoTime } from "../../kernel/db/db.ts";
import type { Ids } from "../../kernel/ids.ts";
import { presentCard, type Viewing } from "../members/present.ts";
import { presentPicture } from "./photos/present.ts";
import type { ChatRow, MessageRow } from "./tables.ts";

export const presentChat = (row: ChatRow, viewing: Viewing): Decoded<ChatItem> => ({
  conversation: {
    id: row.conversation_id,
    last_at: isoTime(row.last_at),
    last_kind: MESSAGE_KINDS[row.last_kind]!,
    preview: row.preview,
    last_mine: row.last_mine,
  },
  profile: presentCard(row, viewing),
  num_unread_messages: row.unread,
  request: row.open && !row.liked,
});

/** `readUpTo`: the newest message that the other member has read, 0 where the viewer may not see receipts. */
export function presentMessage(row: MessageRow, viewer: number, readUpTo: number, ids: Ids): Decoded<Message> {
  const [mine, kind] = [row.sender_id === viewer, MESSAGE_KINDS[row.kind]!];
  return {
    id: row.id,
    client_id: row.client_key,
    mine,
    kind,
    body: kind === "text" ? row.body : "",
    photo: photoOf(row, mine, ids),
    gift: kind === "gift" ? (row.body as Gift) : null,
    created_at: isoTime(row.created_at),
    read: mine && row.id <= readUpTo,
  };
}

function photoOf(row: MessageRow, mine: boolean, ids: Ids): Decoded<ChatPhoto> | null {
  const { photo_id: id, photo_status: status, photo_thumbhash: thumbhash } = row;
  if (id === null || status === null) return null;
  return presentPicture({ id, status, thumbhash, blurred: !mine && row.photo_blurred === true, own: mine }, ids);
}

/** A message for an event stream: with encoded ids. */
export const encodeMessage = (message: Decoded<Message>, ids: Ids) => ({
  ...message,
  id: ids.encode("message", message.id),
  photo: message.photo && { ...message.photo, id: ids.encode("picture", message.photo.id) },
});
