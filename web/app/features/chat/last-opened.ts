import type { ChatItem } from "@serenade/contract/chat";
import type { MemberId } from "@serenade/contract/members";
import { readOwn, writeOwn } from "~/kernel/own-storage.ts";

/** The conversation that was open last, and when (§3 Chat state); kept in this browser. */
interface LastOpened {
  last_chat_opened_profile: MemberId;
  last_chat_opened_date: string;
}

const NAME = "last-chat";
/** Later than this one comes back to the list: what was open yesterday is not what one is here for. */
const FRESH_MS = 12 * 3_600_000;

export function keepLastOpened(own: MemberId, profile: MemberId): void {
  const kept: LastOpened = { last_chat_opened_profile: profile, last_chat_opened_date: new Date().toISOString() };
  writeOwn(own, NAME, JSON.stringify(kept));
}

/** The conversation to go on with; null when it is too long ago, or is not in the list any more. */
export function findLastOpened(own: MemberId, chats: readonly ChatItem[]): ChatItem | null {
  try {
    const kept = JSON.parse(readOwn(own, NAME) ?? "null") as LastOpened | null;
    if (!kept || Date.now() - Date.parse(kept.last_chat_opened_date) > FRESH_MS) return null;
    return chats.find(({ profile }) => profile.id === kept.last_chat_opened_profile) ?? null;
  } catch {
    return null;
  }
}
