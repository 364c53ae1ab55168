/** The conversation that credits are bought for: after paying the member returns to it, where the unsent text waits. */
import type { MemberId } from "@serenade/contract/members";
import { useSyncExternalStore } from "react";
import { memberStorage } from "~/platform/member-storage.ts";

const ENTRY = "paying-for";
/** A payment later than this is for something else. */
const FRESH_MS = 2 * 3_600_000;

interface PayingFor {
  name: string;
  path: string;
  at: number;
}

export function storePayingFor(own: MemberId, to: { name: string; path: string }): void {
  memberStorage.write(own, ENTRY, JSON.stringify({ ...to, at: Date.now() } satisfies PayingFor));
}

/** Null where credits were bought for no conversation, and while the server renders. */
export function usePayingFor(own: MemberId | undefined): PayingFor | null {
  const stored = useSyncExternalStore(
    memberStorage.subscribe,
    () => (own ? memberStorage.read(own, ENTRY) : null),
    () => null,
  );
  try {
    const payingFor = JSON.parse(stored ?? "null") as PayingFor | null;
    return payingFor && Date.now() - payingFor.at < FRESH_MS ? payingFor : null;
  } catch {
    return null;
  }
}
