import { ChatApi, type Message } from "@serenade/contract/chat";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { call } from "~/kernel/call.ts";
import { keys } from "~/kernel/queries.ts";
import { type ConversationId, clearUnread } from "./chat-cache.ts";

/** Says that the newest message was on screen: only while the page is visible and its end is in view. */
export function useSeen(conversation: ConversationId | null, messages: Message[], unread: number, endInView: boolean) {
  const client = useQueryClient();
  const visible = useVisible();
  const newest = messages.findLast(({ mine }) => !mine)?.id;
  const told = useRef(unread === 0 ? newest : undefined);
  useEffect(() => {
    if (!conversation || !newest || !visible || !endInView || told.current === newest) return;
    told.current = newest;
    clearUnread(client, conversation);
    call(ChatApi.seen, { body: { id: conversation, message: newest } })
      .catch(() => {
        told.current = undefined; // the next look at it tries again
      })
      .finally(() => client.invalidateQueries({ queryKey: keys.chats }));
  }, [client, conversation, newest, visible, endInView]);
}

function useVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener("visibilitychange", changed);
      return () => document.removeEventListener("visibilitychange", changed);
    },
    () => document.visibilityState === "visible",
    () => false,
  );
}
