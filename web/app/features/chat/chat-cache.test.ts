import type { ChatItem, ChatPage, ChatPhoto, Chats, Message } from "@serenade/contract/chat";
import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type ConversationId,
  clearUnread,
  markRead,
  putInList,
  putMessage,
  putNewest,
  putPhoto,
  withMessage,
} from "./chat-cache.ts";
import { chatsKey, conversationKey } from "./queries.ts";

const id = "conversation-1" as ConversationId;
const other = "conversation-2" as ConversationId;

const message = (number: number, more: Partial<Message> = {}): Message => ({
  id: `message-${number}` as Message["id"],
  client_id: `client-${number}`,
  mine: true,
  kind: "text",
  body: `text ${number}`,
  photo: null,
  gift: null,
  created_at: new Date(Date.UTC(2026, 10, 21, 10, 0, number)).toISOString(),
  read: false,
  ...more,
});
const page = (numbers: number[], more: Partial<ChatPage> = {}) =>
  ({ messages: numbers.map((number) => message(number)), has_more: false, ...more }) as ChatPage;

let client: QueryClient;
/** The cached pages of a conversation, newest first. */
const put = (conversation: ConversationId, ...pages: ChatPage[]) =>
  client.setQueryData(conversationKey(conversation), { pages, pageParams: pages.map(() => null) });
const pagesOf = (conversation: ConversationId) =>
  client.getQueryData<{ pages: ChatPage[] }>(conversationKey(conversation))?.pages;
const numbersOf = (conversation: ConversationId) =>
  pagesOf(conversation)?.map(({ messages }) => messages.map((one) => Number(one.id.split("-")[1])));
const readOf = (conversation: ConversationId) =>
  pagesOf(conversation)?.map(({ messages }) => messages.filter((one) => one.read).map((one) => one.body));

beforeEach(() => {
  client = new QueryClient();
});

describe("messages of one page", () => {
  it("are there once and in the order of their times, in whichever order and however often they come", () => {
    const deliveries = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 });
    fc.assert(
      fc.property(deliveries, (numbers) => {
        const messages = numbers.map((number) => message(number)).reduce(withMessage, [] as Message[]);
        const expected = [...new Set(numbers)].sort((one, two) => one - two);
        expect(messages.map(({ body }) => body)).toEqual(expected.map((number) => `text ${number}`));
      }),
    );
  });
});

describe("a message that comes in", () => {
  it("joins the newest page", () => {
    put(id, page([3, 4]), page([1, 2]));
    putMessage(client, id, message(5));
    expect(numbersOf(id)).toEqual([
      [3, 4, 5],
      [1, 2],
    ]);
  });
  // spec: 3.chat-state
  it("changes no other conversation, and makes none that was not loaded", () => {
    put(other, page([1]));
    putMessage(client, id, message(5));
    expect(numbersOf(other)).toEqual([[1]]);
    expect(pagesOf(id)).toBeUndefined();
  });
});

describe("the page that a visit loads", () => {
  it("joins what is there: nothing twice, older pages stay", () => {
    put(id, page([3, 4], { has_more: true }), page([1, 2]));
    putNewest(client, id, page([2, 3, 4, 5, 6]));
    expect(numbersOf(id)).toEqual([
      [3, 4, 5, 6],
      [1, 2],
    ]);
    // whether there are older messages comes from the first page
    expect(pagesOf(id)![0]!.has_more).toBe(true);
  });
  it("keeps a message that arrived by the event stream meanwhile", () => {
    put(id, page([1, 2, 3]));
    putNewest(client, id, page([1, 2]));
    expect(numbersOf(id)).toEqual([[1, 2, 3]]);
  });
  it("takes the place of everything when messages between the two are missing", () => {
    put(id, page([3, 4]), page([1, 2]));
    putNewest(client, id, page([8, 9], { has_more: true }));
    expect(numbersOf(id)).toEqual([[8, 9]]);
  });
  it("changes nothing when it is the one that is there", () => {
    const loaded = page([1, 2]);
    put(id, loaded);
    const before = client.getQueryData(conversationKey(id));
    putNewest(client, id, loaded);
    expect(client.getQueryData(conversationKey(id))).toBe(before);
  });
});

describe("read marks", () => {
  it("go to the member's own messages up to the one that was on screen, over all pages", () => {
    put(id, page([3, 4, 5]), { ...page([1]), messages: [message(1), message(2, { mine: false })] });
    markRead(client, id, "message-4" as Message["id"]);
    expect(readOf(id)).toEqual([["text 3", "text 4"], ["text 1"]]);
    expect(numbersOf(id)).toEqual([
      [3, 4, 5],
      [1, 2],
    ]);
  });
  it("reach all of them when the message is not here: it is newer", () => {
    put(id, page([1, 2]));
    markRead(client, id, "message-9" as Message["id"]);
    expect(readOf(id)).toEqual([["text 1", "text 2"]]);
  });
});

it("a picture that became clear is clear in every conversation that shows it", () => {
  const photo = { id: "picture-1", blurred: true } as ChatPhoto;
  put(id, { ...page([]), messages: [message(1, { photo }), message(2)] });
  put(other, { ...page([]), messages: [message(3, { photo: { ...photo, id: "picture-2" as ChatPhoto["id"] } })] });
  putPhoto(client, { ...photo, blurred: false });
  expect(pagesOf(id)![0]!.messages.map(({ photo }) => photo?.blurred)).toEqual([false, undefined]);
  expect(pagesOf(other)![0]!.messages[0]!.photo?.blurred).toBe(true);
});

describe("the list of conversations", () => {
  const item = (conversation: ConversationId, at: number, unread = 0) =>
    ({
      conversation: {
        id: conversation,
        last_at: message(at).created_at,
        last_kind: "text",
        preview: "",
        last_mine: false,
      },
      num_unread_messages: unread,
    }) as ChatItem;
  const list = () => client.getQueryData<Chats>(chatsKey)!;
  const putList = (unread_total: number, ...chats: ChatItem[]) =>
    client.setQueryData(chatsKey, { chats, unread_total, new_likes_total: 0, version: 1 });

  it("shows what was sent in the first line", () => {
    putList(0, item(other, 3), item(id, 2));
    putInList(client, id, message(5, { body: "x".repeat(100) }));
    expect(list().chats.map(({ conversation }) => conversation.id)).toEqual([id, other]);
    expect(list().chats[0]!.conversation).toMatchObject({
      last_at: message(5).created_at,
      last_mine: true,
      preview: "x".repeat(80),
    });
  });
  it("names a gift by its name in the catalogue", () => {
    putList(0, item(id, 2));
    putInList(client, id, message(5, { kind: "gift", gift: "rose", body: "" }));
    expect(list().chats[0]!.conversation).toMatchObject({ last_kind: "gift", preview: "rose" });
  });
  it("stays as it is for a message older than its line, and for a conversation that it does not have", () => {
    putList(0, item(other, 9), item(id, 7));
    const before = list();
    putInList(client, id, message(6));
    putInList(client, "conversation-3" as ConversationId, message(10));
    expect(list()).toBe(before);
  });
  // spec: 4.chat-opened
  it("takes the unread messages of an opened conversation off the total", () => {
    putList(5, item(other, 9, 2), item(id, 7, 3));
    clearUnread(client, id);
    expect(list().chats.map(({ num_unread_messages }) => num_unread_messages)).toEqual([2, 0]);
    expect(list().unread_total).toBe(2);
  });
  it("has no total below zero", () => {
    putList(1, item(id, 7, 3));
    clearUnread(client, id);
    expect(list().unread_total).toBe(0);
  });
});
