import type { MemberId } from "@serenade/contract/members";
import { useEffect, useState } from "react";

/** The unsent text to one person, kept in this tab across reloads and other pages. It begins with the draft of sign-up. */
export function useDraft(own: MemberId, to: MemberId, fromSignup: string | null) {
  const store = `draft:${own}:${to}`;
  const [text, setText] = useState("");
  useEffect(() => setText(read(store) ?? fromSignup ?? ""), [store, fromSignup]);
  const write = (next: string) => {
    setText(next);
    keep(store, next);
  };
  return [text, write] as const;
}

function read(store: string): string | null {
  try {
    return sessionStorage.getItem(store);
  } catch {
    return null;
  }
}

/** Emptied is kept, too: a draft that was sent or deleted does not come back. */
function keep(store: string, text: string) {
  try {
    sessionStorage.setItem(store, text);
  } catch {
    // storage full or forbidden: the text is still in its field
  }
}
