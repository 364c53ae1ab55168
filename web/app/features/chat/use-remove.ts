import { ChatApi, type ChatItem, type Chats } from "@serenade/contract/chat";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { useToast } from "~/ui/toasts.tsx";
import { chatsKey, conversationKey } from "./queries.ts";

type Removed = Pick<ChatItem, "conversation" | "profile">;

/** Requested in the conversation, shown above the list. */
const FAILURE = ["remove failure"] as const;

/** Removes the conversation optimistically; on failure an alert says why and the list reloads (§4). */
export function useRemove(open: string | undefined) {
  const t = useTranslations("chat.remove");
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [pending, setPending] = useState<Removed | null>(null);
  const { data: failure = null } = useQuery<string | null>({ queryKey: FAILURE, queryFn: skipToken });
  const setFailure = (text: string | null) => void client.setQueryData(FAILURE, text);
  const { mutate } = useMutation({
    mutationFn: ({ conversation: { id } }: Removed) => call(ChatApi.remove, { body: { id } }),
    onMutate: ({ conversation }) => {
      setFailure(null);
      client.setQueryData<Chats>(chatsKey, (list) => list && without(list, conversation.id));
    },
    onSuccess: (_, { conversation, profile }) => {
      client.removeQueries({ queryKey: conversationKey(conversation.id) });
      toast({ text: t("done", { name: profile.name }), variant: "success" });
    },
    onError: (error) => setFailure(errorMessage(error)),
    onSettled: () => client.invalidateQueries({ queryKey: chatsKey }),
  });
  const confirm = () => {
    if (!pending) return;
    if (pending.conversation.id === open) navigate(paths.chats());
    mutate(pending);
    setPending(null);
  };
  return { pending, request: setPending, confirm, failure, dismiss: () => setFailure(null) };
}

function without(list: Chats, id: string): Chats {
  const unread = list.chats.find(({ conversation }) => conversation.id === id)?.num_unread_messages ?? 0;
  return {
    ...list,
    unread_total: Math.max(0, list.unread_total - unread),
    chats: list.chats.filter(({ conversation }) => conversation.id !== id),
  };
}
