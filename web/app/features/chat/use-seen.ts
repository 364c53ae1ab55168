import { ChatApi, type Message } from "@serenade/contract/chat";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { call } from "~/platform/call.ts";
import { type ConversationId, clearUnread } from "./chat-cache.ts";
import { chatsKey } from "./queries.ts";

/** Reports the newest message as seen, but only while the page is visible and the end is in view. */
export function useSeen(conversation: ConversationId | null, messages: Message[], unread: number, endInView: boolean) {
  const client = useQueryClient();
  const visible = useVisible();
  const newest = messages.findLast(({ mine }) => !mine)?.id;
  const reported = useRef(unread === 0 ? newest : undefined);
  useEffect(() => {
    if (!conversation || !newest || !visible || !endInView || reported.current === newest) return;
    reported.current = newest;
    clearUnread(client, conversation);
    call(ChatApi.seen, { body: { id: conversation, message: newest } })
      .catch(() => {
        reported.current = undefined; // retried the next time the end is in view
      })
      .finally(() => client.invalidateQueries({ queryKey: chatsKey }));
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
