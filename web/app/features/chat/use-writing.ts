import type { MemberId } from "@serenade/contract/members";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import type { ConversationId } from "./chat-cache.ts";
import { useDraft } from "./draft.ts";
import { useOutbox } from "./outbox.ts";
import { useSend } from "./use-send.ts";
import { useTellTyping } from "./use-typing.ts";

export type Writing = ReturnType<typeof useWriting>;

/** The text being written to one person, what is on its way, and what came back. */
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
  const e = useTranslations("errors");
  const [text, write] = useDraft(own, to, draft);
  const outbox = useOutbox(own, to, e("network"));
  const tellTyping = useTellTyping(conversation);
  const latest = useRef(text);
  latest.current = text;
  const setText = (next: string) => {
    latest.current = next;
    write(next);
  };
  const takeBack = (returned: string) => {
    if (latest.current.trim()) return false;
    setText(returned);
    return true;
  };
  const sending = useSend({ to, conversation, takeBack, onSent: onStarted ?? (() => {}) });
  return {
    ...sending,
    text,
    setText,
    outbox,
    type: (next: string) => {
      setText(next);
      sending.forget();
      if (next.trim()) tellTyping();
    },
    sendText: () => {
      const message = latest.current.normalize("NFC").trim();
      if (!message) return;
      setText("");
      sending.send(message);
    },
  };
}
