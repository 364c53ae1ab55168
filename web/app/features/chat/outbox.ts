/**
 * What a member has written and the server has not confirmed yet. It is kept in this browser, a key for each message, so that it
 * outlives a reload, a closed tab and a lost connection, and no two tabs write over each other. Sent again under the same
 * client_id it is the same message and costs once.
 */
import type { ChatPhoto } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { MemberId } from "@serenade/contract/members";
import { useCallback, useSyncExternalStore } from "react";
import { listOwn, watchOwn, writeOwn } from "~/kernel/own-storage.ts";
import type { ConversationId } from "./chat-cache.ts";

export interface Outgoing {
  client_id: string;
  to: MemberId;
  /** `null`: the first message makes it. */
  conversation: ConversationId | null;
  /** Empty where something else is sent. */
  text: string;
  photo?: ChatPhoto;
  gift?: Gift;
  at: string;
  /** Why it was not taken; null while it is on its way. */
  failed: { code: string; message: string } | null;
}

const START = "outbox:";
const NOTHING: Outgoing[] = [];

/** All that is unconfirmed, the oldest first. */
export const listOutbox = (own: MemberId): Outgoing[] => parse(listOwn(own, START));

export function putOutgoing(own: MemberId, message: Outgoing): void {
  writeOwn(own, START + message.client_id, JSON.stringify(message));
}

export function removeOutgoing(own: MemberId, clientId: string): void {
  writeOwn(own, START + clientId, null);
}

/** Unconfirmed messages to one person, the oldest first, as they are in every tab. */
export function useOutbox(own: MemberId, to: MemberId): Outgoing[] {
  const look = useCallback(() => snapshot(own, to), [own, to]);
  return useSyncExternalStore(watchOwn, look, () => NOTHING);
}

let last = { key: "", found: NOTHING };
/** The same list as long as nothing has changed: React compares by identity. */
function snapshot(own: MemberId, to: MemberId): Outgoing[] {
  const texts = listOwn(own, START);
  const key = JSON.stringify([own, to, texts]);
  if (last.key !== key) last = { key, found: parse(texts).filter((one) => one.to === to) };
  return last.found;
}

function parse(texts: string[]): Outgoing[] {
  return texts
    .flatMap((text) => {
      try {
        return [JSON.parse(text) as Outgoing];
      } catch {
        return []; // not ours, or cut off
      }
    })
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}
