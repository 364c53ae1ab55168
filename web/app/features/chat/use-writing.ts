import type { MemberId } from "@serenade/contract/members";
import { useRef } from "react";
import type { ConversationId } from "./chat-cache.ts";
import { useDraft } from "./draft.ts";
import { useSend } from "./use-send.ts";
import { useSendTyping } from "./use-typing.ts";

export type Writing = ReturnType<typeof useWriting>;

/** The text being written to a member, its outbox, and the last refusal. */
export function useWriting({
  own,
  to,
  conversation,
  draft,
  onStarted,
}: {
  own: MemberId;
  to: MemberId;
  conversation: ConversationId | null;
  draft: string | null;
  onStarted?: (conversation: ConversationId) => void;
}) {
  const [text, write] = useDraft(own, to, draft);
  const sendTyping = useSendTyping(conversation);
  const latest = useRef(text);
  latest.current = text;
  const setText = (next: string) => {
    latest.current = next;
    write(next);
  };
  const returnText = (returned: string, append: boolean) => {
    const other = latest.current.trim();
    if (other && !append) return false;
    setText(other ? `${returned}\n${other}` : returned);
    return true;
  };
  const sending = useSend({ own, to, conversation, returnText, onSent: onStarted ?? (() => {}) });
  return {
    ...sending,
    text,
    setText,
    type: (next: string) => {
      setText(next);
      sending.forget();
      if (next.trim()) sendTyping();
    },
    sendText: () => {
      const message = latest.current.normalize("NFC").trim();
      if (!message) return;
      setText("");
      sending.send(message);
    },
  };
}
