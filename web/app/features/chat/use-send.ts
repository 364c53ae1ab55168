import type { ChatPhoto } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { MemberId } from "@serenade/contract/members";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { randomKey } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { useLive } from "~/platform/live.ts";
import type { ConversationId } from "./chat-cache.ts";
import { type Outgoing, putOutgoing, removeOutgoing, useOutbox } from "./outbox.ts";
import { flush, onSent as onOutboxSent } from "./outbox-sender.ts";

/** Refusals that only the member can resolve: the text returns to the field, with an explanation. */
const REFUSED = new Set([
  "not_enough_credits",
  "premium_only",
  "daily_conversations",
  "same_text",
  "not_taken",
  "fictional_unacknowledged",
  "write_first_liked",
  "write_first_photo",
  "write_first_search",
  "not_confirmed",
  "blocked",
  "message_too_long",
  "invalid",
]);

export interface Refused {
  code: string;
  message: string;
  /** True for a text, which is back in the field. */
  text: boolean;
}

/** Messages written since this tab loaded: only their refused texts return to the field automatically. */
const written = new Set<string>();

/** Shows a message at once and confirms it later. A failed one can be retried: the same client_id costs once. */
export function useSend({
  own,
  to,
  conversation,
  returnText,
  onSent,
}: {
  own: MemberId;
  to: MemberId;
  conversation: ConversationId | null;
  /** Puts a text back into the field. With `append` false only if the field is empty; returns whether it did. */
  returnText: (text: string, append: boolean) => boolean;
  onSent: (conversation: ConversationId) => void;
}) {
  const client = useQueryClient();
  const errorMessage = useErrorMessage();
  const outbox = useOutbox(own, to);
  const [refused, setRefused] = useState<Refused | null>(null);
  const newMessage = (what: Pick<Outgoing, "text" | "photo" | "gift">): Outgoing => ({
    client_id: randomKey(),
    to,
    conversation,
    at: new Date().toISOString(),
    failed: null,
    ...what,
  });
  const enqueue = (outgoing: Outgoing) => {
    written.add(outgoing.client_id);
    setRefused(null);
    putOutgoing(own, outgoing);
    void flush({ own, client, errorMessage }, to);
  };

  const restoreRefused = useEffectEvent((all: Outgoing[]) => {
    for (const outgoing of all) {
      const { client_id, text, failed } = outgoing;
      if (!failed || !REFUSED.has(failed.code) || !written.delete(client_id)) continue;
      setRefused({ ...failed, text: isText(outgoing) });
      if (isText(outgoing) && returnText(text, false)) removeOutgoing(own, client_id);
    }
  });
  useEffect(() => restoreRefused(outbox), [outbox]);

  const started = useEffectEvent((id: ConversationId) => {
    if (!conversation) onSent(id);
  });
  useEffect(() => onOutboxSent((outgoing, id) => outgoing.to === to && started(id)), [to]);
  // another tab may have sent it
  useLive("message", ({ conversation: id, message }) => {
    if (outbox.some(({ client_id }) => message.mine && client_id === message.client_id)) started(id);
  });
  return {
    outbox,
    refused,
    forget: () => setRefused(null),
    send: (text: string) => enqueue(newMessage({ text })),
    sendPhoto: (photo: ChatPhoto) => enqueue(newMessage({ text: "", photo })),
    sendGift: (gift: Gift) => enqueue(newMessage({ text: "", gift })),
    again: (outgoing: Outgoing) =>
      enqueue({ ...outgoing, conversation: outgoing.conversation ?? conversation, failed: null }),
    discard: (outgoing: Outgoing) => {
      removeOutgoing(own, outgoing.client_id);
      if (isText(outgoing)) returnText(outgoing.text, true);
    },
  };
}

const isText = ({ photo, gift }: Outgoing): boolean => !photo && !gift;
