/**
 * Messages that the server has not confirmed yet, stored in this browser, so that they survive a reload, a closed tab and a lost
 * connection. Each has a key of its own, so that tabs do not overwrite each other. A retry with the same client_id costs once.
 */
import type { ChatPhoto } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { MemberId } from "@serenade/contract/members";
import { useCallback, useSyncExternalStore } from "react";
import { memberStorage } from "~/platform/member-storage.ts";
import type { ConversationId } from "./chat-cache.ts";

export interface Outgoing {
  client_id: string;
  to: MemberId;
  /** `null`: the first message creates it. */
  conversation: ConversationId | null;
  /** Empty for a photo or gift. */
  text: string;
  photo?: ChatPhoto;
  gift?: Gift;
  at: string;
  /** Why the server refused it; null while it is being sent. */
  failed: { code: string; message: string } | null;
}

const START = "outbox:";
const NOTHING: Outgoing[] = [];

/** All unconfirmed messages, oldest first. */
export const listOutbox = (own: MemberId): Outgoing[] => parse(memberStorage.list(own, START));

export function putOutgoing(own: MemberId, message: Outgoing): void {
  memberStorage.write(own, START + message.client_id, JSON.stringify(message));
}

export function removeOutgoing(own: MemberId, clientId: string): void {
  memberStorage.write(own, START + clientId, null);
}

/** Unconfirmed messages to one member, oldest first; the same in every tab. */
export function useOutbox(own: MemberId, to: MemberId): Outgoing[] {
  const look = useCallback(() => snapshot(own, to), [own, to]);
  return useSyncExternalStore(memberStorage.subscribe, look, () => NOTHING);
}

let last = { key: "", found: NOTHING };
/** Returns the same array while nothing changes, because React compares by identity. */
function snapshot(own: MemberId, to: MemberId): Outgoing[] {
  const texts = memberStorage.list(own, START);
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
        return []; // foreign or truncated entry
      }
    })
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}
