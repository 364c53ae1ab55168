import type { MemberId } from "@serenade/contract/members";
import { useEffect, useState, useSyncExternalStore } from "react";
import { memberStorage } from "~/platform/member-storage.ts";

/** The unsent text to a member, stored in this browser until sent or logged out. Starts with the draft from sign-up. */
export function useDraft(own: MemberId, to: MemberId, fromSignup: string | null) {
  const name = nameOf(to);
  const [text, setText] = useState("");
  useEffect(() => setText(memberStorage.read(own, name) ?? fromSignup ?? ""), [own, name, fromSignup]);
  const write = (next: string) => {
    setText(next);
    // an empty text is stored if there is a draft from sign-up, or that draft would return
    memberStorage.write(own, name, next === "" && fromSignup === null ? null : next);
  };
  return [text, write] as const;
}

/** The stored draft to a member, for the list of conversations; empty while the server renders. */
export function useStoredDraft(own: MemberId | undefined, to: MemberId): string {
  return useSyncExternalStore(
    memberStorage.subscribe,
    () => (own && memberStorage.read(own, nameOf(to))?.trim()) || "",
    () => "",
  );
}

const nameOf = (to: MemberId) => `draft:${to}`;
