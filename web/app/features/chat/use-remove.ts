import { ChatApi, type ChatItem, type Chats } from "@serenade/contract/chat";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { call } from "~/kernel/call.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { keys } from "~/kernel/queries.ts";
import { paths } from "~/paths.ts";
import { useToast } from "~/ui/toasts.tsx";

type Removed = Pick<ChatItem, "conversation" | "profile">;

/** Asked for in a conversation, shown above the list. */
const FAILURE = ["remove failure"] as const;

/** Gone at once, then on the server; when that fails, an alert says why and the list is loaded again (§4). */
export function useRemove(open: string | undefined) {
  const t = useTranslations("chat.remove");
  const tell = useToast();
  const words = useFailureWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Removed | null>(null);
  const { data: failure = null } = useQuery<string | null>({ queryKey: FAILURE, queryFn: skipToken });
  const setFailure = (text: string | null) => void client.setQueryData(FAILURE, text);
  const { mutate } = useMutation({
    mutationFn: ({ conversation: { id } }: Removed) => call(ChatApi.remove, { body: { id } }),
    onMutate: ({ conversation }) => {
      setFailure(null);
      client.setQueryData<Chats>(keys.chats, (list) => list && without(list, conversation.id));
    },
    onSuccess: (_, { conversation, profile }) => {
      client.removeQueries({ queryKey: keys.chat(conversation.id) });
      tell({ text: t("done", { name: profile.name }), look: "success" });
    },
    onError: (error) => setFailure(words(error)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.chats }),
  });
  const confirm = () => {
    if (!asked) return;
    if (asked.conversation.id === open) navigate(paths.chats());
    mutate(asked);
    setAsked(null);
  };
  return { asked, ask: setAsked, confirm, failure, dismiss: () => setFailure(null) };
}

function without(list: Chats, id: string): Chats {
  const unread = list.chats.find(({ conversation }) => conversation.id === id)?.num_unread_messages ?? 0;
  return {
    ...list,
    unread_total: Math.max(0, list.unread_total - unread),
    chats: list.chats.filter(({ conversation }) => conversation.id !== id),
  };
}
