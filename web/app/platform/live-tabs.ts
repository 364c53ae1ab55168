import type { LiveEvent } from "@serenade/contract/live";
import { openStream, type Stream, type StreamHandlers } from "./live-stream.ts";

/** How long the tab that holds the stream has to answer before a visible tab takes it over. */
const ANSWER_MS = 1_500;

/** Messages between tabs. The values are a wire format: tabs with different builds exchange them. */
type TabMessage =
  | { say: "event"; event: LiveEvent }
  /** Ping of a tab that has just opened or become visible. */
  | { say: "there" }
  /** The holder's reply, with the version that it knows. */
  | { say: "here"; version: number };

export interface SharedStreamHandlers extends StreamHandlers {
  member: string;
}

/**
 * One event stream for all tabs of a browser. The tab with the lock holds the stream and broadcasts its events. When that tab
 * closes, the next one takes over and sends the version that it has, so no event is lost. A holder that the browser has suspended
 * does not answer; then a visible tab steals the lock.
 */
export function shareStream({ member, version, onOpen, onEvent }: SharedStreamHandlers): () => void {
  if (!navigator.locks || typeof BroadcastChannel === "undefined") return openOwnStream({ version, onOpen, onEvent });
  const name = `live:${member}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  let stream: Stream | null = null;
  let unanswered: ReturnType<typeof setTimeout> | undefined;

  const post = (message: TabMessage) => channel.postMessage(message);
  const openShared = () =>
    openStream({
      version,
      onOpen,
      onEvent: (event) => {
        if (!ended.signal.aborted) post({ say: "event", event });
        onEvent(event);
      },
    });
  /** Holds the stream while this tab has the lock: until the tab closes or another steals it. False: it never got the lock. */
  const hold = async (options: LockOptions): Promise<boolean> => {
    const own: { stream?: Stream } = {};
    const whileHeld = () => {
      if (ended.signal.aborted) return;
      stream = own.stream = openShared();
      return new Promise<void>((leave) => ended.signal.addEventListener("abort", () => leave()));
    };
    await navigator.locks.request(name, options, whileHeld).catch(() => {});
    own.stream?.close();
    if (stream === own.stream) stream = null;
    return own.stream !== undefined;
  };
  const queueForLock = async () => {
    while (!ended.signal.aborted && (await hold({ signal: ended.signal }))) {
      // another tab stole the lock: queue again
    }
  };
  const takeOver = () => {
    if (!stream && !ended.signal.aborted) void hold({ steal: true });
  };
  const checkHolder = () => {
    if (document.visibilityState !== "visible") return;
    if (stream) return stream.wake();
    post({ say: "there" });
    clearTimeout(unanswered);
    unanswered = setTimeout(takeOver, ANSWER_MS);
  };

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.say === "event") return onEvent(data.event);
    if (data.say === "there") {
      stream?.wake();
      if (stream) post({ say: "here", version: version() });
      return;
    }
    clearTimeout(unanswered);
    // an event came between this tab's load and now
    if (data.version > version()) onEvent({ type: "resync", version: data.version });
  };
  document.addEventListener("visibilitychange", checkHolder);
  void queueForLock();
  checkHolder();
  return () => {
    ended.abort();
    clearTimeout(unanswered);
    document.removeEventListener("visibilitychange", checkHolder);
    channel.close();
  };
}

/** In a browser without locks each tab opens a stream of its own. */
function openOwnStream(handlers: StreamHandlers): () => void {
  const stream = openStream(handlers);
  const whenVisible = () => {
    if (document.visibilityState === "visible") stream.wake();
  };
  document.addEventListener("visibilitychange", whenVisible);
  return () => {
    document.removeEventListener("visibilitychange", whenVisible);
    stream.close();
  };
}
