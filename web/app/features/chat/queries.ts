import { ChatsApi } from "@serenade/contract/chat";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "~/platform/call.ts";
import { hadRecentEvent } from "~/platform/recent-event.ts";
import { useRootData } from "~/root-data.ts";

export const chatsKey = ["chats"];
export const conversationKey = (conversation: string) => ["chat", conversation];

const chatsQuery = queryOptions({
  queryKey: chatsKey,
  queryFn: ({ signal }) => call(ChatsApi.list, { signal, fresh: hadRecentEvent() }),
});

/** Conversations and the two counters; null for a visitor. */
export function useChats() {
  const root = useRootData();
  if (import.meta.env.SSR) return root?.chats ?? null;
  const initialData = root?.chats ?? undefined;
  // biome-ignore lint/correctness/useHookAtTopLevel: a constant of the build
  const query = useQuery({ ...chatsQuery, ...(initialData && { initialData }), enabled: Boolean(root?.user) });
  return root?.user ? (query.data ?? null) : null;
}
