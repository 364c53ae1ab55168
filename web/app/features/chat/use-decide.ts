import { type ChatItem, type Chats, RequestApi } from "@serenade/contract/chat";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { useToast } from "~/ui/toasts.tsx";
import { chatsKey, conversationKey } from "./queries.ts";

type ChatRequest = { id: ChatItem["conversation"]["id"]; name: string };
type Decision = "accept" | "decline";

/** Accepts or declines a first message: optimistic, rolled back with a reason on failure. */
export function useDecide({ id, name }: ChatRequest, onDone?: (decision: Decision) => void) {
  const t = useTranslations("chat.requests");
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: Decision) => call(RequestApi.decide, { body: { conversation: id, decision } }),
    onMutate: (decision) => {
      client.setQueryData<Chats>(chatsKey, (list) => list && decided(list, id, decision));
    },
    onSuccess: (_, decision) => {
      if (decision === "decline") {
        client.removeQueries({ queryKey: conversationKey(id) });
        toast({ text: t("declined", { name }), variant: "success" });
      }
      onDone?.(decision);
    },
    onError: (error) => toast({ text: t("failed", { reason: errorMessage(error) }), variant: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: chatsKey }),
  });
  return { decide: mutate, deciding: isPending };
}

function decided(list: Chats, id: ChatRequest["id"], decision: Decision): Chats {
  if (decision === "accept") {
    const accept = (item: ChatItem) => (item.conversation.id === id ? { ...item, request: false } : item);
    return { ...list, chats: list.chats.map(accept) };
  }
  const declined = list.chats.find(({ conversation }) => conversation.id === id);
  return {
    ...list,
    unread_total: Math.max(0, list.unread_total - (declined?.num_unread_messages ?? 0)),
    chats: list.chats.filter((item) => item !== declined),
  };
}
