import { REFRESH_EVERY_MS, REFRESH_EVERY_PUSH_MS, REFRESH_FIRST_MS } from "@serenade/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { userKey } from "~/features/account/queries.ts";
import { chatsKey } from "~/features/chat/queries.ts";
import { likesKey } from "~/features/likes/queries.ts";
import type { PushMessage } from "~/features/push/push-state.ts";

/** The delay after `done` refreshes (§4): 5 s, then every 60 s, or 300 s where push messages arrive. */
export function refreshDelay(done: number, pushSubscribed: boolean): number {
  if (done === 0) return REFRESH_FIRST_MS;
  return pushSubscribed ? REFRESH_EVERY_PUSH_MS : REFRESH_EVERY_MS;
}

/** §4 Periodic refresh: member, chats and likes by timer, and at once when a push message arrives. */
export function usePeriodicRefresh(
  loggedIn: boolean,
  { isSubscribed, lastMessage }: { isSubscribed: boolean; lastMessage: PushMessage | null },
) {
  const client = useQueryClient();
  const delayAfter = useEffectEvent((done: number) => refreshDelay(done, isSubscribed));
  const refresh = useEffectEvent(() => {
    for (const queryKey of [userKey, chatsKey, likesKey]) client.invalidateQueries({ queryKey });
  });

  useEffect(() => {
    if (!loggedIn) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (done: number) => {
      timer = setTimeout(() => {
        refresh();
        wait(done + 1);
      }, delayAfter(done));
    };
    wait(0);
    return () => clearTimeout(timer);
  }, [loggedIn]);

  useEffect(() => {
    if (loggedIn && lastMessage) refresh();
  }, [loggedIn, lastMessage]);
}
