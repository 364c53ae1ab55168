/** A conversation in the query cache: pages[0] holds the newest messages, later pages older ones. */
import { ChatApi, type ChatPage, type ChatPhoto, type Chats, type Message } from "@serenade/contract/chat";
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useMemo } from "react";
import { call } from "~/platform/call.ts";
import { useLive } from "~/platform/live.ts";
import { chatsKey, conversationKey } from "./queries.ts";

export type ConversationId = NonNullable<ChatPage["conversation"]>["id"];
type Before = Message["id"] | null;
type Pages = InfiniteData<ChatPage, Before>;

/** Messages in order, updated by live events; `older` loads the previous page. */
export function useMessages(id: ConversationId, loaded: ChatPage) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: conversationKey(id),
    queryFn: ({ pageParam, signal }) =>
      call(ChatApi.read, { query: { id, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: null as Before,
    getNextPageParam: ({ has_more, messages }) => (has_more ? messages[0]?.id : undefined),
    initialData: (): Pages => ({ pages: [loaded], pageParams: [null] }),
    // live events write into the cache; only a resync fetches again
    staleTime: Number.POSITIVE_INFINITY,
  });
  useLayoutEffect(() => putNewest(client, id, loaded), [client, id, loaded]);
  useLive("message", (event) => {
    if (event.conversation === id) putMessage(client, id, event.message);
  });
  useLive("read", (event) => {
    if (event.conversation === id) markRead(client, id, event.message);
  });
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const messages = useMemo(() => data.pages.toReversed().flatMap((page) => page.messages), [data]);
  return {
    messages,
    hiddenOlder: data.pages[0]?.hidden_older ?? 0,
    older: {
      load: fetchNextPage,
      exist: hasNextPage,
      loading: isFetchingNextPage,
      failed: isFetchNextPageError && !isFetchingNextPage,
    },
  };
}

/** Merges the freshly loaded page into the cache, or replaces it when messages between the two are missing. */
export function putNewest(client: QueryClient, id: ConversationId, loaded: ChatPage) {
  change(client, id, (pages) => {
    const [newest, ...older] = pages.pages;
    if (!newest || newest === loaded) return pages;
    const known = new Set(pages.pages.flatMap((page) => page.messages.map((message) => message.id)));
    const joins = loaded.messages.some((message) => known.has(message.id));
    if (!joins) return { pages: [loaded], pageParams: [null] };
    const messages = loaded.messages.reduce(withMessage, newest.messages);
    const seen = new Set(older.flatMap((page) => page.messages.map((message) => message.id)));
    const { has_more } = newest;
    return {
      ...pages,
      pages: [{ ...loaded, has_more, messages: messages.filter((message) => !seen.has(message.id)) }, ...older],
    };
  });
}

export function putMessage(client: QueryClient, id: ConversationId, message: Message) {
  change(client, id, (pages) => {
    const [newest, ...older] = pages.pages;
    if (!newest) return pages;
    return { ...pages, pages: [{ ...newest, messages: withMessage(newest.messages, message) }, ...older] };
  });
}

/** Replaces a changed photo in all cached conversations. */
export function putPhoto(client: QueryClient, photo: ChatPhoto) {
  const withPhoto = (message: Message): Message => (message.photo?.id === photo.id ? { ...message, photo } : message);
  client.setQueriesData<Pages>(
    { queryKey: conversationKey("").slice(0, 1) },
    (pages) =>
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({ ...page, messages: page.messages.map(withPhoto) })),
      },
  );
}

/** Adds a message once: it arrives as the response to sending, as a live event, and in a page. */
export function withMessage(messages: Message[], message: Message): Message[] {
  const at = messages.findIndex((other) => isSame(other, message));
  if (at >= 0) return messages.with(at, { ...message, read: message.read || messages[at]!.read });
  const after = messages.findLastIndex((other) => other.created_at <= message.created_at);
  return messages.toSpliced(after + 1, 0, message);
}

const isSame = (one: Message, other: Message): boolean =>
  one.id === other.id || (one.mine && other.mine && one.client_id === other.client_id);

/** Marks everything up to `upTo` as read; all messages if `upTo` is not cached, because it is newer. */
export function markRead(client: QueryClient, id: ConversationId, upTo: Message["id"]) {
  change(client, id, (pages) => {
    let reached = !pages.pages.some((page) => page.messages.some((message) => message.id === upTo));
    const read = pages.pages.map((page) => ({
      ...page,
      messages: page.messages.toReversed().map((message) => {
        reached ||= message.id === upTo;
        return reached && message.mine ? { ...message, read: true } : message;
      }),
    }));
    return { ...pages, pages: read.map((page) => ({ ...page, messages: page.messages.reverse() })) };
  });
}

function change(client: QueryClient, id: ConversationId, how: (pages: Pages) => Pages) {
  client.setQueryData<Pages>(conversationKey(id), (pages) => pages && how(pages));
}

/** Updates the conversation's entry in the list at once: preview, time, position. */
export function putInList(client: QueryClient, id: ConversationId, message: Message) {
  client.setQueryData<Chats>(chatsKey, (list) => {
    const item = list?.chats.find(({ conversation }) => conversation.id === id);
    if (!list || !item || item.conversation.last_at > message.created_at) return list;
    const { kind: last_kind, gift, body } = message;
    const line = {
      last_at: message.created_at,
      last_kind,
      preview: gift ?? body.slice(0, 80),
      last_mine: message.mine,
    };
    const first = { ...item, conversation: { ...item.conversation, ...line } };
    return { ...list, chats: [first, ...list.chats.filter((other) => other !== item)] };
  });
}

/** Opening a conversation sets its unread count to 0 (§4), in the list and in the total. */
export function clearUnread(client: QueryClient, id: ConversationId) {
  client.setQueryData<Chats>(chatsKey, (list) => {
    const unread = list?.chats.find(({ conversation }) => conversation.id === id)?.num_unread_messages ?? 0;
    if (!list || unread === 0) return list;
    return {
      ...list,
      unread_total: Math.max(0, list.unread_total - unread),
      chats: list.chats.map((item) => (item.conversation.id === id ? { ...item, num_unread_messages: 0 } : item)),
    };
  });
}
