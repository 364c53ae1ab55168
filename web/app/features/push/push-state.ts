/** The push state of this browser (§3); `push.ts` reads it from the browser and changes it. */
import { useSyncExternalStore } from "react";

/**
 * §4 Push states. "install" is a case of "not capable": on an iPhone only the installed app supports push.
 * `unknown` until the browser's state is read.
 */
export type PushState = "unknown" | "incapable" | "install" | "off" | "on" | "denied";

export interface PushMessage {
  title?: string;
  url?: string;
}

interface Push {
  state: PushState;
  /** The last message while this page was open (§3); a new object for each. */
  lastMessage: PushMessage | null;
}

const UNKNOWN: Push = { state: "unknown", lastMessage: null };
let push = UNKNOWN;
const listeners = new Set<() => void>();

export function setPush(change: Partial<Push>): void {
  push = { ...push, ...change };
  for (const listener of listeners) listener();
}

export const pushState = (): PushState => push.state;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function usePush() {
  const { state, lastMessage } = useSyncExternalStore(
    listen,
    () => push,
    () => UNKNOWN,
  );
  const isCapable = state === "off" || state === "on" || state === "denied";
  return { state, isCapable, isSubscribed: state === "on", lastMessage };
}
