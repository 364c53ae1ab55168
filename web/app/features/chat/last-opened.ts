import type { ChatItem } from "@serenade/contract/chat";
import type { MemberId } from "@serenade/contract/members";
import { memberStorage } from "~/platform/member-storage.ts";

/** The last open conversation and when it was opened (§3 Chat state), stored in this browser. */
interface LastOpened {
  last_chat_opened_profile: MemberId;
  last_chat_opened_date: string;
}

const NAME = "last-chat";
/** After this time the list opens instead: yesterday's conversation is not today's. */
const FRESH_MS = 12 * 3_600_000;

export function storeLastOpened(own: MemberId, profile: MemberId): void {
  const stored: LastOpened = { last_chat_opened_profile: profile, last_chat_opened_date: new Date().toISOString() };
  memberStorage.write(own, NAME, JSON.stringify(stored));
}

/** The conversation to reopen; null if it was too long ago or is no longer in the list. */
export function findLastOpened(own: MemberId, chats: readonly ChatItem[]): ChatItem | null {
  try {
    const stored = JSON.parse(memberStorage.read(own, NAME) ?? "null") as LastOpened | null;
    if (!stored || Date.now() - Date.parse(stored.last_chat_opened_date) > FRESH_MS) return null;
    return chats.find(({ profile }) => profile.id === stored.last_chat_opened_profile) ?? null;
  } catch {
    return null;
  }
}
