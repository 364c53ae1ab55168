import type { ChatItem, Message } from "@serenade/contract/chat";
import { describe, expect, test } from "vitest";
import { withMessage } from "./chat-cache.ts";
import { filterByName } from "./filter-by-name.ts";
import { messageRows } from "./message-rows.ts";
import type { Outgoing } from "./outbox.ts";

const message = (number: number, more: Partial<Message> = {}): Message => ({
  id: `message-${number}` as Message["id"],
  client_id: `client-${number}`,
  mine: true,
  kind: "text",
  body: `text ${number}`,
  photo: null,
  gift: null,
  created_at: `2026-11-21T10:00:${String(number).padStart(2, "0")}.000Z`,
  read: false,
  ...more,
});
const outgoing = (number: number, failed: Outgoing["failed"] = null): Outgoing => ({
  client_id: `client-${number}`,
  to: "somebody" as Outgoing["to"],
  conversation: null,
  text: `text ${number}`,
  at: "2026-11-21T10:00:59.000Z",
  failed,
});

describe("messages of a conversation", () => {
  test("the answer to a sending and its live event are one message", () => {
    const once = withMessage([message(1)], message(2));
    expect(withMessage(once, message(2))).toHaveLength(2);
  });
  test("a message that comes late takes its place in time", () => {
    const messages = withMessage([message(1), message(3)], message(2, { mine: false }));
    expect(messages.map(({ body }) => body)).toEqual(["text 1", "text 2", "text 3"]);
  });
  test("what was read stays read", () => {
    expect(withMessage([message(1, { read: true })], message(1))[0]?.read).toBe(true);
  });
  test("the same client_id from the other side is another message", () => {
    const theirs = message(2, { client_id: "client-1", mine: false });
    expect(withMessage([message(1)], theirs)).toHaveLength(2);
  });
});

describe("the search by name", () => {
  const chats = ["Zoë", "Łukasz", "Anna", "Bjørn Ånd"].map((name) => ({ profile: { name } }) as ChatItem);
  const found = (letters: string) => filterByName(chats, letters).map(({ profile }) => profile.name);
  test("takes letters for what they look like", () => {
    expect(found("ZOE")).toEqual(["Zoë"]);
    expect(found("lukas")).toEqual(["Łukasz"]);
    expect(found("bjorn a")).toEqual(["Bjørn Ånd"]);
    expect(found("ånd")).toEqual(["Bjørn Ånd"]);
  });
  test("shows all for an empty query, and none without a match", () => {
    expect(found("  ")).toHaveLength(4);
    expect(found("xyz")).toEqual([]);
  });
});

describe("rows", () => {
  test("a confirmed message is shown once, under the key it had on its way", () => {
    const before = messageRows([], [outgoing(1)]);
    const after = messageRows([message(1)], [outgoing(1)]);
    expect(after).toHaveLength(1);
    expect(after[0]?.key).toBe(before[0]?.key);
  });
  test("what failed stays below, with its text", () => {
    const rows = messageRows([message(1)], [outgoing(2, { code: "internal", message: "trouble" })]);
    expect(rows.at(-1)).toMatchObject({ state: "failed", body: "text 2" });
  });
  test("what is on its way waits while there is no network; what failed does not", () => {
    const rows = messageRows([], [outgoing(1), outgoing(2, { code: "internal", message: "trouble" })], true);
    expect(rows.map(({ state }) => state)).toEqual(["waiting", "failed"]);
  });
});
