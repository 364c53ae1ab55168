import { UserApi } from "@serenade/contract/account";
import { ChatsApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import { QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useRouteLoaderData } from "react-router";
import type { loader } from "~/root.tsx";
import { call } from "./call.ts";
import { heardLately } from "./heard.ts";

/** Server state lives here, under these keys; a live event or the timer refreshes what is on screen (§4 Periodic refresh). */
export const keys = {
  user: ["user"],
  chats: ["chats"],
  likes: ["likes"],
  chat: (conversation: string) => ["chat", conversation],
} as const;

/** The retries of §7 are made by `call`, so the cache makes none of its own. */
export const createQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } } });

const userQuery = queryOptions({
  queryKey: keys.user,
  queryFn: async ({ signal }) => (await call(UserApi.current, { signal })).user,
});

const chatsQuery = queryOptions({
  queryKey: keys.chats,
  queryFn: ({ signal }) => call(ChatsApi.list, { signal, fresh: heardLately() }),
});

const likesQuery = queryOptions({
  queryKey: keys.likes,
  queryFn: ({ signal }) => call(LikesApi.list, { signal, fresh: heardLately() }),
});

export function useRootData() {
  return useRouteLoaderData<typeof loader>("root");
}

/** The site's settings; undefined only on the error page of a site that did not answer. */
export function useSettings() {
  return useRootData()?.settings;
}

/** The logged-in member, or null. */
export function useUser() {
  const initial = useRootData()?.user ?? null;
  const { data } = useQuery({ ...userQuery, initialData: initial, enabled: initial !== null });
  // What the cache still knows of somebody who is logged out counts no more.
  return initial && data;
}

/** Conversations and the two counters; null for a visitor. */
export function useChats() {
  const root = useRootData();
  const initialData = root?.chats ?? undefined;
  const query = useQuery({ ...chatsQuery, ...(initialData && { initialData }), enabled: Boolean(root?.user) });
  return root?.user ? (query.data ?? null) : null;
}

/** Likes in both directions; a page that has loaded them hands them over. */
export function useLikes(initialData?: Awaited<ReturnType<NonNullable<typeof likesQuery.queryFn>>>) {
  const loggedIn = Boolean(useRootData()?.user);
  return useQuery({ ...likesQuery, ...(initialData && { initialData }), enabled: loggedIn });
}

/** Unread messages and new likes, for badges, the title's prefix and the installed app's icon. */
export function useCounters() {
  const chats = useChats();
  const unread = chats?.unread_total ?? 0;
  const newLikes = chats?.new_likes_total ?? 0;
  return { unread, newLikes, total: unread + newLikes };
}
