import { ChatApi } from "@serenade/contract/chat";
import { TYPING_SECONDS } from "@serenade/contract/limits";
import { useEffect, useRef, useState } from "react";
import { call } from "~/platform/call.ts";
import { useLive } from "~/platform/live.ts";
import type { ConversationId } from "./chat-cache.ts";

const TELL_EVERY_MS = 3_000;

/** Whether the other member is typing: ends 5 s after the last event, or with their message. */
export function useOtherTyping(conversation: ConversationId | null): boolean {
  const [typing, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    setTyping(false);
  };
  useLive("typing", (event) => {
    if (event.conversation !== conversation) return;
    clearTimeout(timer.current);
    setTyping(true);
    timer.current = setTimeout(() => setTyping(false), TYPING_SECONDS * 1_000);
  });
  useLive("message", (event) => {
    if (event.conversation === conversation && !event.message.mine) stop();
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return typing;
}

/** Notifies the other member, at most once in 3 s; failures are ignored. */
export function useSendTyping(conversation: ConversationId | null): () => void {
  const last = useRef(0);
  return () => {
    if (!conversation || Date.now() - last.current < TELL_EVERY_MS) return;
    last.current = Date.now();
    call(ChatApi.typing, { body: { id: conversation } }).catch(() => {});
  };
}
