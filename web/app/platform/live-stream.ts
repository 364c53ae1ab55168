import {
  LIVE_HEARTBEAT_MS,
  LIVE_LOGGED_OUT,
  LIVE_PATH,
  LIVE_REPLACED,
  type LiveEvent,
  type LiveHello,
  reconnectDelay,
} from "@serenade/contract/live";

const WATCH_MS = 10_000;
const SILENT_MS = 2.5 * LIVE_HEARTBEAT_MS;

export interface Stream {
  /** Reconnects at once instead of waiting for the next attempt. */
  wake(): void;
  close(): void;
}

export interface StreamHandlers {
  /** The newest version that this tab knows. */
  version: () => number;
  /** Called each time the stream opens, also after it was lost. */
  onOpen: () => void;
  onEvent: (event: LiveEvent) => void;
}

/**
 * The event stream: reconnects when it breaks, when the network is back, and when missing heartbeats show that it is dead. It
 * sends the tab's `version` on opening; the server replies with `resync` if that is not the newest.
 */
export function openStream({ version, onOpen, onEvent }: StreamHandlers): Stream {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let lastMessageAt = 0;
  let closed = false;

  const open = () => {
    clearTimeout(timer);
    if (closed || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const current = new WebSocket(location.origin.replace(/^http/, "ws") + LIVE_PATH);
    socket = current;
    lastMessageAt = performance.now();
    current.onopen = () => {
      failures = 0;
      current.send(JSON.stringify({ version: version() } satisfies LiveHello));
      onOpen();
    };
    current.onmessage = ({ data }) => {
      lastMessageAt = performance.now();
      const event = JSON.parse(String(data)) as LiveEvent;
      if (event.type !== "beat") onEvent(event);
    };
    current.onclose = ({ code }) => {
      if (socket !== current) return;
      // The session has ended; the server would refuse a reconnect.
      if (code === LIVE_LOGGED_OUT) closed = true;
      // After LIVE_REPLACED a reconnect would replace the other stream, which would reconnect in turn.
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
    if (socket && socket.readyState <= WebSocket.OPEN && performance.now() - lastMessageAt > SILENT_MS) replace();
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
