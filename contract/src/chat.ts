/** Conversations and messages (§3 Chat item, §4 Chat, §6, §7). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { nothing, stop, time, uuid, whole, written } from "./fields.ts";
import { GIFTS } from "./gifts.ts";
import { idOf } from "./ids.ts";
import { CHAT_PAGE, MESSAGE_LENGTH } from "./limits.ts";
import { MemberCard } from "./members.ts";

/** A message is exactly one of them. Append only: rows store the position. */
export const MESSAGE_KINDS = ["text", "photo", "gift"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A photo in a chat; its file names are appended to `ChatPhotoApi.picture`. */
export const ChatPhoto = z.object({
  id: idOf("picture"),
  /** pending: visible to its sender only. refused: no longer visible, and refunded. */
  status: z.enum(["pending", "active", "refused"]),
  /** The caller had not answered when it arrived and has not revealed it: both names are the blurred rendition's. */
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
  /** Empty for a photo and a gift. */
  body: z.string(),
  photo: z.nullable(ChatPhoto),
  gift: z.nullable(z.enum(GIFTS)),
  created_at: time,
  /** The other side has had it on screen; for premium members only, otherwise always false. */
  read: z.boolean(),
});
export type Message = z.output<typeof Message>;

export const ChatItem = z.object({
  conversation: z.object({
    id: idOf("conversation"),
    last_at: time,
    /** Contents of `preview`: the beginning of a text, nothing for a photo, the name of a gift in the catalogue. */
    last_kind: z.enum(MESSAGE_KINDS),
    preview: z.string(),
    last_mine: z.boolean(),
  }),
  profile: MemberCard,
  num_unread_messages: z.int(),
  /** They wrote first, and the member has not accepted yet: it is in the tray of requests (product.md 6). */
  request: z.boolean(),
});
export type ChatItem = z.output<typeof ChatItem>;

/** Longer than any site allows; the site's own limit (settings.message_length) has its own refusal. */
const MessageText = written(5 * MESSAGE_LENGTH).check(z.minLength(1, stop("required")));

const conversation = z.strictObject({ id: idOf("conversation") });

export const ChatsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/chats.php",
    summary: "Conversations, newest first, with the two counters of the navigation",
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
          /** The receiver has written back: from then on links are clickable. */
          answered: z.boolean(),
        }),
      ),
      profile: MemberCard,
      messages: z.array(Message),
      /** A fictional profile that the caller has not acknowledged yet: nothing can be sent (product.md 11). */
      unacknowledged: z.boolean(),
      /** Number of older messages that a free member cannot see. */
      hidden_older: z.int(),
      has_more: z.boolean(),
      /** The draft from sign-up, if the visitor signed up to write to this member. */
      draft: z.nullable(z.string()),
    }),
  }),
  send: endpoint({
    method: "POST",
    path: "/api/chat.php",
    summary:
      "Send a message: a text, an uploaded photo, or a gift, debited in the same statement. The same client_id again is the same message",
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
    summary: "Delete a conversation for the caller only",
    body: conversation,
    answer: nothing,
  }),
  typing: endpoint({
    method: "POST",
    path: "/api/typing.php",
    summary: "Show the other side that the caller is typing",
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
      "Accept or decline a first message. Declining removes the conversation for the caller; the sender is not notified, and further messages are refused and not charged",
    body: z.strictObject({ conversation: idOf("conversation"), decision: z.enum(["accept", "decline"]) }),
    answer: nothing,
  }),
};

export const FictionalApi = {
  acknowledge: endpoint({
    method: "POST",
    path: "/api/fictional.php",
    summary: "Acknowledge that this profile is fictional, which permits writing to it",
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
      "Upload a photo to send: JPEG, PNG, WebP, AVIF or HEIC of at most 10 MB and 40 megapixels. Charged when it is sent; deleted after a day if it is not",
    upload: true,
    status: 201,
    answer: z.object({ photo: ChatPhoto }),
  }),
  reveal: endpoint({
    method: "PUT",
    path: "/api/chat-photo.php",
    summary: "Reveal a received photo that is blurred",
    body: z.strictObject({ id: idOf("picture") }),
    answer: z.object({ photo: ChatPhoto }),
  }),
  picture: endpoint({
    method: "GET",
    path: "/api/chat-photo",
    summary:
      "The photo itself, `chat-photo/{full, thumb or blurred}/{file}.webp` or `.jpg`, for the two members of its conversation only",
    binary: true,
    answer: nothing,
  }),
};

export const IcebreakersApi = {
  list: endpoint({
    method: "GET",
    path: "/api/icebreakers.php",
    summary: "Ten opening lines in the caller's locale (§2 Icebreaker modal)",
    answer: z.object({ icebreakers: z.array(z.object({ id: z.int(), text: z.string() })) }),
  }),
};
