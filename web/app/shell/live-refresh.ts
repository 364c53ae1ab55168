import type { Chats } from "@serenade/contract/chat";
import type { LiveEvent } from "@serenade/contract/live";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { userKey } from "~/features/account/queries.ts";
import { chatsKey } from "~/features/chat/queries.ts";
import { likesKey } from "~/features/likes/queries.ts";
import { useLiveConnection } from "~/platform/live.ts";
import { announceLogout } from "~/platform/session.ts";

/** Live events invalidate the queries that they make stale. */
export function useLiveRefresh(member: string | undefined) {
  const client = useQueryClient();
  useLiveConnection(member, {
    loadedVersion: () => client.getQueryData<Chats>(chatsKey)?.version ?? 0,
    onEvent: (event) => invalidate(client, event),
  });
}

function invalidate(client: QueryClient, event: LiveEvent) {
  const stale = (...queryKeys: (readonly string[])[]) => {
    for (const queryKey of queryKeys) client.invalidateQueries({ queryKey });
  };
  switch (event.type) {
    case "message":
      // sent from another tab: the member's credits have changed
      if (event.message.mine) stale(userKey);
      return stale(chatsKey);
    case "read":
    case "chats":
      return stale(chatsKey);
    case "like":
    case "match":
      return stale(likesKey, chatsKey);
    case "credits":
    case "photo":
      return stale(userKey);
    case "resync":
      return client.invalidateQueries();
    case "logout":
      return announceLogout("ended");
  }
}
