import type { User } from "@serenade/contract/account";
import { ChatApi, type ChatPhoto } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { MemberId } from "@serenade/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, randomKey } from "~/kernel/call.ts";
import { isCallFailure } from "~/kernel/call-failure.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { keys } from "~/kernel/queries.ts";
import { type ConversationId, putInList, putMessage } from "./chat-cache.ts";
import { type Outgoing, putOutgoing, removeOutgoing } from "./outbox.ts";

/** Refusals that only the member can do something about: the text goes back to its field, and words stand beside it. */
const REFUSED = new Set([
  "not_enough_credits",
  "premium_only",
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

/** On screen at once, confirmed later. What fails stays with its reason and can be sent again: the same client_id costs once. */
export function useSend({
  to,
  conversation,
  takeBack,
  onSent,
}: {
  to: MemberId;
  conversation: ConversationId | null;
  /** Puts a refused text back into its field; false when there is another one already. */
  takeBack: (text: string) => boolean;
  onSent: (conversation: ConversationId) => void;
}) {
  const client = useQueryClient();
  const words = useFailureWords();
  const [refused, setRefused] = useState<Refused | null>(null);
  const { mutate } = useMutation({
    scope: { id: `send ${to}` }, // in the order in which they were written
    mutationFn: ({ client_id, text, photo, gift }: Outgoing) =>
      call(ChatApi.send, {
        body: {
          client_id,
          ...(photo ? { photo: photo.id } : gift ? { gift } : { message: text }),
          ...(conversation ? { id: conversation } : { profile: to }),
        },
        key: client_id,
      }),
    onMutate: (outgoing) => {
      setRefused(null);
      putOutgoing(client, to, outgoing);
    },
    onSuccess: ({ message, conversation: id, credits }, { client_id }) => {
      putMessage(client, id, message);
      putInList(client, id, message);
      removeOutgoing(client, to, client_id);
      client.setQueryData<User | null>(keys.user, (user) => user && { ...user, credits });
      if (conversation) return;
      client.invalidateQueries({ queryKey: keys.chats });
      onSent(id);
    },
    onError: (error, outgoing) => {
      const code = isCallFailure(error) ? error.code : "internal";
      const known = REFUSED.has(code);
      if (known) setRefused({ code, message: words(error), text: isText(outgoing) });
      if (known && isText(outgoing) && takeBack(outgoing.text)) removeOutgoing(client, to, outgoing.client_id);
      else putOutgoing(client, to, { ...outgoing, failed: words(error) });
    },
  });
  return {
    refused,
    forget: () => setRefused(null),
    send: (text: string) => mutate(begun({ text })),
    sendPhoto: (photo: ChatPhoto) => mutate(begun({ text: "", photo })),
    sendGift: (gift: Gift) => mutate(begun({ text: "", gift })),
    again: (outgoing: Outgoing) => mutate({ ...outgoing, failed: null }),
    discard: (outgoing: Outgoing) => {
      if (!isText(outgoing) || takeBack(outgoing.text)) removeOutgoing(client, to, outgoing.client_id);
    },
  };
}

const isText = ({ photo, gift }: Outgoing): boolean => !photo && !gift;
const begun = (what: Pick<Outgoing, "text" | "photo" | "gift">): Outgoing => ({
  client_id: randomKey(),
  at: new Date().toISOString(),
  failed: null,
  ...what,
});
