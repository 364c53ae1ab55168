import { REFRESH_EVERY_MS, REFRESH_EVERY_PUSH_MS, REFRESH_FIRST_MS } from "@serenade/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { PushMessage } from "./push.ts";
import { keys } from "./queries.ts";

/** How long until the next refresh, after so many (§4): 5 s, then every 60 s, or 300 s where push messages arrive. */
export function refreshDelay(done: number, pushSubscribed: boolean): number {
  if (done === 0) return REFRESH_FIRST_MS;
  return pushSubscribed ? REFRESH_EVERY_PUSH_MS : REFRESH_EVERY_MS;
}

/** §4 Periodic refresh: member, chats and likes by the clock, and at once when a push message arrives. */
export function usePeriodicRefresh(
  loggedIn: boolean,
  { isSubscribed, lastMessage }: { isSubscribed: boolean; lastMessage: PushMessage | null },
) {
  const client = useQueryClient();
  const delayAfter = useEffectEvent((done: number) => refreshDelay(done, isSubscribed));
  const refresh = useEffectEvent(() => {
    for (const queryKey of [keys.user, keys.chats, keys.likes]) client.invalidateQueries({ queryKey });
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
