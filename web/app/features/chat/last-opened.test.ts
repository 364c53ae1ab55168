import type { ChatItem } from "@serenade/contract/chat";
import type { MemberId } from "@serenade/contract/members";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeStorage } from "../../../test/browser.ts";
import { findLastOpened, storeLastOpened } from "./last-opened.ts";

const [anna, bram, carol] = ["anna", "bram", "carol"] as unknown as [MemberId, MemberId, MemberId];
const chats = [{ profile: { id: bram } }, { profile: { id: carol } }] as ChatItem[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-25T20:00:00.000Z") });
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// spec: 3.chat-state
it("the conversation opened last is stored with its profile and date, and found again for twelve hours", () => {
  storeLastOpened(anna, bram);
  storeLastOpened(anna, carol);
  expect(Object.values(localStorage).map((text) => JSON.parse(text))).toEqual([
    { last_chat_opened_profile: carol, last_chat_opened_date: "2026-11-25T20:00:00.000Z" },
  ]);
  expect(findLastOpened(anna, chats)?.profile.id).toBe(carol);
  expect([findLastOpened(bram, chats), findLastOpened(anna, chats.slice(0, 1))]).toEqual([null, null]);
  vi.advanceTimersByTime(12 * 3_600_000 + 1);
  expect(findLastOpened(anna, chats)).toBeNull();
});
