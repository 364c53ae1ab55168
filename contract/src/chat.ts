/** Conversations and messages (§3 Chat item, §4 Chat, §6, §7). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { nothing, stop, time, uuid, whole, written } from "./fields.ts";
import { GIFTS } from "./gifts.ts";
import { idOf } from "./ids.ts";
import { CHAT_PAGE, MESSAGE_LENGTH } from "./limits.ts";
import { MemberCard } from "./members.ts";

/** A message is one of them: they are not mixed. Append only: rows keep the number. */
export const MESSAGE_KINDS = ["text", "photo", "gift"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A picture in a chat; its file names go behind `ChatPhotoApi.picture`. */
export const ChatPhoto = z.object({
  id: idOf("picture"),
  /** pending: only its sender can see it yet. refused: nobody can any more, and what it cost was given back. */
  status: z.enum(["pending", "active", "refused"]),
  /** Not revealed yet by the caller, who had not answered when it came: both names are the blurred rendition's. */
  blurred: z.boolean(),
  filename: z.string(),
  thumb_filename: z.string(),
  thumbhash: z.nullable(z.string()),
});
export type ChatPhoto = z.output<typeof ChatPhoto>;

export const Message = z.object({
  id: idOf("message"),
  client_id: z.string(),
  mine: z.boolean(),
  kind: z.enum(MESSAGE_KINDS),
  /** Empty for a picture and a gift. */
  body: z.string(),
  photo: z.nullable(ChatPhoto),
  gift: z.nullable(z.enum(GIFTS)),
  created_at: time,
  /** The other side has had it on screen; shown to premium members only, else always false. */
  read: z.boolean(),
});
export type Message = z.output<typeof Message>;

export const ChatItem = z.object({
  conversation: z.object({
    id: idOf("conversation"),
    last_at: time,
    /** What `preview` is: the beginning of a text, nothing for a picture, the name of a gift in the catalogue. */
    last_kind: z.enum(MESSAGE_KINDS),
    preview: z.string(),
    last_mine: z.boolean(),
  }),
  profile: MemberCard,
  num_unread_messages: z.int(),
  /** They wrote first, and the member has not taken it on yet: it lies in the tray (product.md 6). */
  request: z.boolean(),
});
export type ChatItem = z.output<typeof ChatItem>;

/** Longer than any site allows; the site's own limit (settings.message_length) refuses in its own words. */
const MessageText = written(5 * MESSAGE_LENGTH).check(z.minLength(1, stop("required")));

const conversation = z.strictObject({ id: idOf("conversation") });

export const ChatsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/chats.php",
    summary: "Conversations, the newest first, with the two counters of the navigation",
    polled: true,
    answer: z.object({ chats: z.array(ChatItem), unread_total: z.int(), new_likes_total: z.int(), version: z.int() }),
  }),
};
export type Chats = z.output<(typeof ChatsApi.list)["answer"]>;

export const ChatApi = {
  read: endpoint({
    method: "GET",
    path: "/api/chat.php",
    summary: "A page of a conversation, oldest first, by its id or by the other member",
    query: z.strictObject({
      id: z.optional(idOf("conversation")),
      profile: z.optional(idOf("member")),
      before: z.optional(idOf("message")),
      limit: z.optional(whole(1, CHAT_PAGE)),
    }),
    answer: z.object({
      conversation: z.nullable(
        z.object({
          id: idOf("conversation"),
          unread: z.int(),
          /** To be accepted or declined by the caller. */
          request: z.boolean(),
          /** Whoever was written to has written back: from then on links are links. */
          answered: z.boolean(),
        }),
      ),
      profile: MemberCard,
      messages: z.array(Message),
      /** A fictional profile, and the caller has not acknowledged yet what that is: nothing can be sent (product.md 11). */
      unacknowledged: z.boolean(),
      /** How many older messages a free member may not see. */
      hidden_older: z.int(),
      has_more: z.boolean(),
      /** The draft kept from sign-up, when the visitor signed up to write to this member. */
      draft: z.nullable(z.string()),
    }),
  }),
  send: endpoint({
    method: "POST",
    path: "/api/chat.php",
    summary:
      "Send a message: a text, a picture that was uploaded before, or a gift. It and its debit are one; the same client_id again is the same message",
    body: z
      .strictObject({
        client_id: uuid,
        id: z.optional(idOf("conversation")),
        profile: z.optional(idOf("member")),
        message: z.optional(MessageText),
        photo: z.optional(idOf("picture")),
        gift: z.optional(z.enum(GIFTS)),
      })
      .check(
        z.refine(({ message, photo, gift }) => [message, photo, gift].filter(Boolean).length === 1, {
          error: "required",
          path: ["message"],
        }),
      ),
    status: 201,
    answer: z.object({ message: Message, conversation: idOf("conversation"), credits: z.int() }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/chat.php",
    summary: "Delete a conversation for oneself",
    body: conversation,
    answer: nothing,
  }),
  typing: endpoint({
    method: "POST",
    path: "/api/typing.php",
    summary: "Tell the other side that one is typing",
    body: conversation,
    status: 204,
    answer: nothing,
  }),
  seen: endpoint({
    method: "POST",
    path: "/api/chat-read.php",
    summary: "Messages up to this one were on screen; the conversation's unread count becomes 0",
    body: z.strictObject({ id: idOf("conversation"), message: idOf("message") }),
    answer: nothing,
  }),
};

export const RequestApi = {
  decide: endpoint({
    method: "POST",
    path: "/api/request.php",
    summary:
      "Take on or decline a first message. Declined, the conversation is gone for the caller; the sender is told nothing, and further messages are refused and not charged",
    body: z.strictObject({ conversation: idOf("conversation"), decision: z.enum(["accept", "decline"]) }),
    answer: nothing,
  }),
};

export const FictionalApi = {
  acknowledge: endpoint({
    method: "POST",
    path: "/api/fictional.php",
    summary: "The caller has read that this profile is fictional, and may write to it",
    body: z.strictObject({ id: idOf("member") }),
    answer: nothing,
  }),
};
export type ChatPage = z.output<(typeof ChatApi.read)["answer"]>;

export const ChatPhotoApi = {
  upload: endpoint({
    method: "POST",
    path: "/api/chat-photo.php",
    summary:
      "Upload a picture to send: JPEG, PNG, WebP, AVIF or HEIC of at most 10 MB and 40 megapixels. It costs when it is sent, and goes after a day when it was not",
    upload: true,
    status: 201,
    answer: z.object({ photo: ChatPhoto }),
  }),
  reveal: endpoint({
    method: "PUT",
    path: "/api/chat-photo.php",
    summary: "Show the caller a received picture clearly that came blurred",
    body: z.strictObject({ id: idOf("picture") }),
    answer: z.object({ photo: ChatPhoto }),
  }),
  picture: endpoint({
    method: "GET",
    path: "/api/chat-photo",
    summary:
      "The picture itself, `chat-photo/{full, thumb or blurred}/{file}.webp` or `.jpg`, for the two of its conversation alone",
    binary: true,
    answer: nothing,
  }),
};
