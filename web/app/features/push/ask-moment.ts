/**
 * When to ask for push: once there is something to be notified of, after the first message sent or the first like received
 * (product.md 8).
 */
import type { MemberId } from "@serenade/contract/members";
import { useSyncExternalStore } from "react";
import { memberStorage } from "~/platform/member-storage.ts";

const ENTRY = "push-moment";

export function reachAskMoment(member: MemberId): void {
  if (memberStorage.read(member, ENTRY) === null) memberStorage.write(member, ENTRY, "1");
}

/** `initially`: what the server renders. */
export function useAskMoment(member: MemberId | undefined, initially: boolean): boolean {
  return useSyncExternalStore(
    memberStorage.subscribe,
    () => member !== undefined && memberStorage.read(member, ENTRY) !== null,
    () => initially,
  );
}
