import { REFRESH_EVERY_MS, REFRESH_EVERY_PUSH_MS, REFRESH_FIRST_MS } from "@serenade/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { userKey } from "~/features/account/queries.ts";
import { chatsKey } from "~/features/chat/queries.ts";
import { likesKey } from "~/features/likes/queries.ts";
import type { PushMessage } from "~/features/push/push-state.ts";

/**
 * Refreshes after 5 s, then every 60 s, or 300 s where push messages arrive (§4). Returns a function that ends it.
 */
export function refreshRepeatedly(refresh: () => void, isPushSubscribed: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (delay: number) => {
    timer = setTimeout(() => {
      refresh();
      wait(isPushSubscribed() ? REFRESH_EVERY_PUSH_MS : REFRESH_EVERY_MS);
    }, delay);
  };
  wait(REFRESH_FIRST_MS);
  return () => clearTimeout(timer);
}

/** §4 Periodic refresh: member, chats and likes by timer, and at once when a push message arrives. */
export function usePeriodicRefresh(
  loggedIn: boolean,
  { isSubscribed, lastMessage }: { isSubscribed: boolean; lastMessage: PushMessage | null },
) {
  const client = useQueryClient();
  const subscribed = useEffectEvent(() => isSubscribed);
  const refresh = useEffectEvent(() => {
    for (const queryKey of [userKey, chatsKey, likesKey]) client.invalidateQueries({ queryKey });
  });

  useEffect(() => {
    if (!loggedIn) return;
    return refreshRepeatedly(
      () => refresh(),
      () => subscribed(),
    );
  }, [loggedIn]);

  useEffect(() => {
    if (loggedIn && lastMessage) refresh();
  }, [loggedIn, lastMessage]);
}
