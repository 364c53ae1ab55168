import type { LiveEvent } from "@serenade/contract/live";
import { useEffect, useEffectEvent } from "react";
import { shareStream } from "./live-tabs.ts";
import { recordEvent } from "./recent-event.ts";

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();
const openListeners = new Set<() => void>();

interface Connection {
  /** The version of the data that this page was loaded with. */
  loadedVersion: () => number;
  onEvent: Listener;
}

/** Keeps the event stream open while a member is logged in. Without it data still refreshes by timer, only later. */
export function useLiveConnection(member: string | undefined, { loadedVersion, onEvent }: Connection) {
  const readVersion = useEffectEvent(loadedVersion);
  const handle = useEffectEvent(onEvent);
  useEffect(() => (member ? connect(member, { loadedVersion: readVersion, onEvent: handle }) : undefined), [member]);
}

/** What a feature does with one type of event: `useLive("typing", show)`. The shell refreshes the queries for all of them. */
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

/** Calls back each time the stream opens, also after it was lost. */
export function onLiveOpen(listener: () => void): () => void {
  openListeners.add(listener);
  return () => void openListeners.delete(listener);
}

function connect(member: string, { loadedVersion, onEvent }: Connection): () => void {
  let version = loadedVersion();
  return shareStream({
    member,
    version: () => version,
    onOpen: () => {
      for (const listener of openListeners) listener();
    },
    onEvent: (event) => {
      recordEvent();
      if ("version" in event) version = Math.max(version, event.version);
      if (event.type === "resync") version = event.version;
      onEvent(event);
      for (const listener of listeners) listener(event);
    },
  });
}
