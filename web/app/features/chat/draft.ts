import type { MemberId } from "@serenade/contract/members";
import { useEffect, useState } from "react";
import { readOwn, writeOwn } from "~/kernel/own-storage.ts";

/** The unsent text to one person, kept in this browser until it is sent or the member logs out. It begins with the draft of sign-up. */
export function useDraft(own: MemberId, to: MemberId, fromSignup: string | null) {
  const name = `draft:${to}`;
  const [text, setText] = useState("");
  useEffect(() => setText(readOwn(own, name) ?? fromSignup ?? ""), [own, name, fromSignup]);
  const write = (next: string) => {
    setText(next);
    // emptied is kept where sign-up has left a draft, so that this one does not come back
    writeOwn(own, name, next === "" && fromSignup === null ? null : next);
  };
  return [text, write] as const;
}
