import {
  LIVE_BEAT_MS,
  LIVE_LOGGED_OUT,
  LIVE_PATH,
  LIVE_REPLACED,
  type LiveEvent,
  type LiveHello,
  reconnectDelay,
} from "@serenade/contract/live";

const WATCH_MS = 10_000;
const SILENT_MS = 2.5 * LIVE_BEAT_MS;

export interface Stream {
  /** Tries at once, where it was waiting to try again. */
  wake(): void;
  close(): void;
}

export interface Listening {
  /** The newest version that this tab has heard of. */
  version: () => number;
  /** The stream is there, again after each time that it was lost. */
  opened: () => void;
  hear: (event: LiveEvent) => void;
}

/**
 * The event stream itself: opened again when it breaks, when the network comes back, and when it has said nothing for so long
 * that it must be dead. `version` is the last one that was heard: the server answers `resync` where it is not the newest.
 */
export function openStream({ version, opened, hear }: Listening): Stream {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let heardAt = 0;
  let closed = false;

  const open = () => {
    clearTimeout(timer);
    if (closed || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const current = new WebSocket(location.origin.replace(/^http/, "ws") + LIVE_PATH);
    socket = current;
    heardAt = performance.now();
    current.onopen = () => {
      failures = 0;
      current.send(JSON.stringify({ version: version() } satisfies LiveHello));
      opened();
    };
    current.onmessage = ({ data }) => {
      heardAt = performance.now();
      const event = JSON.parse(String(data)) as LiveEvent;
      if (event.type !== "beat") hear(event);
    };
    current.onclose = ({ code }) => {
      if (socket !== current) return;
      // The session has ended, and the event before this said so: trying again would be refused.
      if (code === LIVE_LOGGED_OUT) closed = true;
      // Connecting again by itself would push out another tab's stream, which would do the same.
      if (!closed && code !== LIVE_REPLACED) timer = setTimeout(open, reconnectDelay(failures++, Math.random()));
    };
  };
  const replace = () => {
    const dead = socket;
    socket = undefined;
    dead?.close();
    open();
  };
  const watch = setInterval(() => {
    if (socket && socket.readyState <= WebSocket.OPEN && performance.now() - heardAt > SILENT_MS) replace();
  }, WATCH_MS);

  open();
  window.addEventListener("online", open);
  return {
    wake: open,
    close: () => {
      closed = true;
      clearTimeout(timer);
      clearInterval(watch);
      window.removeEventListener("online", open);
      socket?.close();
    },
  };
}
