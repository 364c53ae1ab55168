import type { LiveEvent } from "@serenade/contract/live";
import { type Listening, openStream, type Stream } from "./live-stream.ts";

/** How long the tab that holds the stream has to answer before a tab that is looked at takes it over. */
const ANSWER_MS = 1_500;

type Word =
  | { say: "event"; event: LiveEvent }
  /** Is anybody there? Said by a tab that has just been opened or is looked at again. */
  | { say: "there" }
  /** The holder's answer, with the version that it knows. */
  | { say: "here"; version: number };

export interface Hearing extends Listening {
  member: string;
}

/**
 * One event stream for all tabs of a browser. The tab that has the lock holds the stream and passes on what it hears; when it
 * is closed the next one takes over, and says which version it has, so nothing is missed. A holder that a browser has put to
 * sleep does not answer: then the tab that is looked at takes the lock from it.
 */
export function shareStream({ member, version, opened, hear }: Hearing): () => void {
  if (!navigator.locks || typeof BroadcastChannel === "undefined") return ownStream({ version, opened, hear });
  const name = `live:${member}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  let stream: Stream | null = null;
  let unanswered: ReturnType<typeof setTimeout> | undefined;

  const say = (word: Word) => channel.postMessage(word);
  const openShared = () =>
    openStream({
      version,
      opened,
      hear: (event) => {
        if (!ended.signal.aborted) say({ say: "event", event });
        hear(event);
      },
    });
  /** Holds the stream from when the lock is given until the tab is left or another one takes the lock. False: it never had it. */
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
  const inLine = async () => {
    while (!ended.signal.aborted && (await hold({ signal: ended.signal }))) {
      // another tab has taken the lock: this one stands in line again
    }
  };
  const takeOver = () => {
    if (!stream && !ended.signal.aborted) void hold({ steal: true });
  };
  const ask = () => {
    if (document.visibilityState !== "visible") return;
    if (stream) return stream.wake();
    say({ say: "there" });
    clearTimeout(unanswered);
    unanswered = setTimeout(takeOver, ANSWER_MS);
  };

  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.say === "event") return hear(data.event);
    if (data.say === "there") {
      stream?.wake();
      if (stream) say({ say: "here", version: version() });
      return;
    }
    clearTimeout(unanswered);
    // what this tab has loaded is older than what the holder has heard: something came in between
    if (data.version > version()) hear({ type: "resync", version: data.version });
  };
  document.addEventListener("visibilitychange", ask);
  void inLine();
  ask();
  return () => {
    ended.abort();
    clearTimeout(unanswered);
    document.removeEventListener("visibilitychange", ask);
    channel.close();
  };
}

/** A browser that knows no locks between tabs: each has a stream of its own. */
function ownStream(listening: Listening): () => void {
  const stream = openStream(listening);
  const whenVisible = () => {
    if (document.visibilityState === "visible") stream.wake();
  };
  document.addEventListener("visibilitychange", whenVisible);
  return () => {
    document.removeEventListener("visibilitychange", whenVisible);
    stream.close();
  };
}
