import { type ChatItem, type Chats, RequestApi } from "@serenade/contract/chat";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { call } from "~/kernel/call.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { keys } from "~/kernel/queries.ts";
import { useToast } from "~/ui/toasts.tsx";

type Asked = { id: ChatItem["conversation"]["id"]; name: string };
type Decision = "accept" | "decline";

/** Takes a first message on or declines it: at once on screen, taken back with a reason when it fails. */
export function useDecide({ id, name }: Asked, onDone?: (decision: Decision) => void) {
  const t = useTranslations("chat.requests");
  const tell = useToast();
  const words = useFailureWords();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: Decision) => call(RequestApi.decide, { body: { conversation: id, decision } }),
    onMutate: (decision) => {
      client.setQueryData<Chats>(keys.chats, (list) => list && decided(list, id, decision));
    },
    onSuccess: (_, decision) => {
      if (decision === "decline") {
        client.removeQueries({ queryKey: keys.chat(id) });
        tell({ text: t("declined", { name }), look: "success" });
      }
      onDone?.(decision);
    },
    onError: (error) => tell({ text: t("failed", { reason: words(error) }), look: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.chats }),
  });
  return { decide: mutate, deciding: isPending };
}

function decided(list: Chats, id: Asked["id"], decision: Decision): Chats {
  if (decision === "accept") {
    const taken = (item: ChatItem) => (item.conversation.id === id ? { ...item, request: false } : item);
    return { ...list, chats: list.chats.map(taken) };
  }
  const gone = list.chats.find(({ conversation }) => conversation.id === id);
  return {
    ...list,
    unread_total: Math.max(0, list.unread_total - (gone?.num_unread_messages ?? 0)),
    chats: list.chats.filter((item) => item !== gone),
  };
}
