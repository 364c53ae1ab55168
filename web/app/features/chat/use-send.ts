import type { ChatPhoto } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { MemberId } from "@serenade/contract/members";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { randomKey } from "~/kernel/call.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { useLive } from "~/kernel/live.ts";
import type { ConversationId } from "./chat-cache.ts";
import { type Outgoing, putOutgoing, removeOutgoing, useOutbox } from "./outbox.ts";
import { onPosted, postTo } from "./post.ts";

/** Refusals that only the member can do something about: the text goes back to its field, and words stand beside it. */
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
  /** It was a text, which is back in its field. */
  text: boolean;
}

/** Written in this tab since it was loaded: only here do refused texts go back to their field by themselves. */
const written = new Set<string>();

/** On screen at once, confirmed later. What fails stays with its reason and can be sent again: the same client_id costs once. */
export function useSend({
  own,
  to,
  conversation,
  takeBack,
  onSent,
}: {
  own: MemberId;
  to: MemberId;
  conversation: ConversationId | null;
  /** Puts a text back into its field. `beside` false: only where there is no other one; then it says whether it did. */
  takeBack: (text: string, beside: boolean) => boolean;
  onSent: (conversation: ConversationId) => void;
}) {
  const client = useQueryClient();
  const words = useFailureWords();
  const outbox = useOutbox(own, to);
  const [refused, setRefused] = useState<Refused | null>(null);
  const begun = (what: Pick<Outgoing, "text" | "photo" | "gift">): Outgoing => ({
    client_id: randomKey(),
    to,
    conversation,
    at: new Date().toISOString(),
    failed: null,
    ...what,
  });
  const post = (outgoing: Outgoing) => {
    written.add(outgoing.client_id);
    setRefused(null);
    putOutgoing(own, outgoing);
    void postTo({ own, client, words }, to);
  };

  const returned = useEffectEvent((all: Outgoing[]) => {
    for (const outgoing of all) {
      const { client_id, text, failed } = outgoing;
      if (!failed || !REFUSED.has(failed.code) || !written.delete(client_id)) continue;
      setRefused({ ...failed, text: isText(outgoing) });
      if (isText(outgoing) && takeBack(text, false)) removeOutgoing(own, client_id);
    }
  });
  useEffect(() => returned(outbox), [outbox]);

  const started = useEffectEvent((id: ConversationId) => {
    if (!conversation) onSent(id);
  });
  useEffect(() => onPosted((outgoing, id) => outgoing.to === to && started(id)), [to]);
  // another tab may have been the one that sent it
  useLive("message", ({ conversation: id, message }) => {
    if (outbox.some(({ client_id }) => message.mine && client_id === message.client_id)) started(id);
  });
  return {
    outbox,
    refused,
    forget: () => setRefused(null),
    send: (text: string) => post(begun({ text })),
    sendPhoto: (photo: ChatPhoto) => post(begun({ text: "", photo })),
    sendGift: (gift: Gift) => post(begun({ text: "", gift })),
    again: (outgoing: Outgoing) =>
      post({ ...outgoing, conversation: outgoing.conversation ?? conversation, failed: null }),
    discard: (outgoing: Outgoing) => {
      removeOutgoing(own, outgoing.client_id);
      if (isText(outgoing)) takeBack(outgoing.text, true);
    },
  };
}

const isText = ({ photo, gift }: Outgoing): boolean => !photo && !gift;
