import type { Chats } from "@serenade/contract/chat";
import { LIVE_LOGGED_OUT, LIVE_PATH, type LiveEvent, type LiveHello } from "@serenade/contract/live";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { noteHeard } from "./heard.ts";
import { keys } from "./queries.ts";
import { announceLogout } from "./session.ts";

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();
const openings = new Set<() => void>();

/** Live events while a member is logged in: one connection per tab. Losing it loses speed, never data. */
export function useLiveConnection(member: string | undefined) {
  const client = useQueryClient();
  useEffect(() => (member ? connect(client) : undefined), [client, member]);
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

function connect(client: QueryClient): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let version = client.getQueryData<Chats>(keys.chats)?.version ?? 0;
  let stopped = false;

  const open = () => {
    clearTimeout(timer);
    if (stopped || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const current = new WebSocket(location.origin.replace(/^http/, "ws") + LIVE_PATH);
    socket = current;
    current.onopen = () => {
      failures = 0;
      current.send(JSON.stringify({ version } satisfies LiveHello));
      for (const opened of openings) opened();
    };
    current.onmessage = ({ data }) => {
      const event = JSON.parse(String(data)) as LiveEvent;
      noteHeard();
      if ("version" in event) version = Math.max(version, event.version);
      if (event.type === "resync") version = event.version;
      refresh(client, event);
      for (const listener of listeners) listener(event);
    };
    current.onclose = ({ code }) => {
      if (socket !== current) return;
      // The session has ended, and the event before this said so: trying again would be refused.
      if (code === LIVE_LOGGED_OUT) stopped = true;
      if (stopped) return;
      timer = setTimeout(open, Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures++) + 250);
    };
  };
  const whenVisible = () => {
    if (document.visibilityState === "visible") open();
  };

  open();
  window.addEventListener("online", open);
  document.addEventListener("visibilitychange", whenVisible);
  return () => {
    stopped = true;
    clearTimeout(timer);
    window.removeEventListener("online", open);
    document.removeEventListener("visibilitychange", whenVisible);
    socket?.close();
  };
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
      return announceLogout();
  }
}
