import type { Chats } from "@serenade/contract/chat";
import type { LiveEvent } from "@serenade/contract/live";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { noteHeard } from "./heard.ts";
import { shareStream } from "./live-tabs.ts";
import { keys } from "./queries.ts";
import { announceLogout } from "./session.ts";

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();
const openings = new Set<() => void>();

/** Live events while a member is logged in. Losing them loses speed, never data. */
export function useLiveConnection(member: string | undefined) {
  const client = useQueryClient();
  useEffect(() => (member ? connect(client, member) : undefined), [client, member]);
}

/** What a feature does with one type of event, beside the refresh that everybody gets: `useLive("typing", show)`. */
export function useLive<T extends LiveEvent["type"]>(
  type: T,
  handle: (event: Extract<LiveEvent, { type: T }>) => void,
) {
  const latest = useEffectEvent(handle);
  useEffect(() => {
    const listener: Listener = (event) => {
      if (event.type === type) latest(event as Extract<LiveEvent, { type: T }>);
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [type]);
}

/** Calls back whenever the stream is there, again after each time that it was lost. */
export function onLiveOpen(opened: () => void): () => void {
  openings.add(opened);
  return () => void openings.delete(opened);
}

function connect(client: QueryClient, member: string): () => void {
  let version = client.getQueryData<Chats>(keys.chats)?.version ?? 0;
  return shareStream({
    member,
    version: () => version,
    opened: () => {
      for (const opened of openings) opened();
    },
    hear: (event) => {
      noteHeard();
      if ("version" in event) version = Math.max(version, event.version);
      if (event.type === "resync") version = event.version;
      refresh(client, event);
      for (const listener of listeners) listener(event);
    },
  });
}

/** An event names what has changed: the query that is already there is asked again. */
function refresh(client: QueryClient, event: LiveEvent) {
  const stale = (...queryKeys: (readonly string[])[]) => {
    for (const queryKey of queryKeys) client.invalidateQueries({ queryKey });
  };
  switch (event.type) {
    case "message":
      // sent in another tab: it has cost something
      if (event.message.mine) stale(keys.user);
      return stale(keys.chats);
    case "read":
    case "chats":
      return stale(keys.chats);
    case "like":
    case "match":
      return stale(keys.likes, keys.chats);
    case "credits":
    case "photo":
      return stale(keys.user);
    case "resync":
      return client.invalidateQueries();
    case "logout":
      return announceLogout("ended");
  }
}
