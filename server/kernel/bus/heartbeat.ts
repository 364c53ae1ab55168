/**
 * Each second a process sends a message to itself through the bus. A missing heartbeat reveals a half-open connection;
 * the first one received on a new connection proves that every subscription is active again.
 */
const BEAT_MS = 1_000;
const LATE_MS = 3_000;

export interface Heartbeat {
  /** An own heartbeat was received. */
  received(): void;
  /** The connection is lost: messages published from now on are missed. */
  lose(): void;
  /** Others could not say something. */
  miss(): void;
  /** As of a bus. */
  gaps(): number | null;
  stop(): void;
}

/**
 * @param beat sends a heartbeat
 * @param silent called when heartbeats have been missing for so long that the connection should be reopened
 */
export function openHeartbeat(beat: () => void, silent: () => void): Heartbeat {
  let gaps = 0;
  let lastBeat = Number.NEGATIVE_INFINITY;
  let patientFrom = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - Math.max(lastBeat, patientFrom) > LATE_MS) {
      patientFrom = now; // the new connection has as long
      silent();
    }
    beat();
  }, BEAT_MS);
  timer.unref();
  return {
    received: () => {
      const now = performance.now();
      if (now - lastBeat > LATE_MS) gaps++;
      lastBeat = now;
    },
    lose: () => {
      lastBeat = Number.NEGATIVE_INFINITY;
      patientFrom = performance.now();
    },
    miss: () => {
      gaps++;
    },
    gaps: () => (performance.now() - lastBeat > LATE_MS ? null : gaps),
    stop: () => clearInterval(timer),
  };
}
