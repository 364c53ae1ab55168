/**
 * Each second a process sends a message to itself through the bus. A missing heartbeat reveals a half-open connection;
 * the first one received on a new connection proves that every subscription is active again.
 */
const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 3_000;

interface Heartbeat {
  /** An own heartbeat was received. */
  received(): void;
  /** The connection is lost: messages published from now on are missed. */
  disconnected(): void;
  /** Another process could not publish a message. */
  missed(): void;
  /** As of a bus. */
  gaps(): number | null;
  stop(): void;
}

/**
 * @param send sends a heartbeat
 * @param onTimeout called when heartbeats have been missing for so long that the connection should be reopened
 */
export function openHeartbeat(send: () => void, onTimeout: () => void): Heartbeat {
  let gaps = 0;
  let lastReceived = Number.NEGATIVE_INFINITY;
  let deadlineFrom = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - Math.max(lastReceived, deadlineFrom) > TIMEOUT_MS) {
      deadlineFrom = now; // the new connection has the same time
      onTimeout();
    }
    send();
  }, INTERVAL_MS);
  timer.unref();
  return {
    received: () => {
      const now = performance.now();
      if (now - lastReceived > TIMEOUT_MS) gaps++;
      lastReceived = now;
    },
    disconnected: () => {
      lastReceived = Number.NEGATIVE_INFINITY;
      deadlineFrom = performance.now();
    },
    missed: () => {
      gaps++;
    },
    gaps: () => (performance.now() - lastReceived > TIMEOUT_MS ? null : gaps),
    stop: () => clearInterval(timer),
  };
}
