/**
 * A process says to itself each second, through the bus, that it still hears. A connection that died without a word is noticed by
 * the silence; after a new connection the first beat that comes back shows that everything is subscribed again.
 */
const BEAT_MS = 1_000;
const LATE_MS = 3_000;

export interface Heartbeat {
  /** A beat of one's own came back. */
  heard(): void;
  /** The connection is gone: what is said from now on is missed. */
  lose(): void;
  /** Others could not say something. */
  miss(): void;
  /** As of a bus. */
  gaps(): number | null;
  stop(): void;
}

/**
 * @param beat says it
 * @param silent called when no beat has come back for so long that the connection is better opened again
 */
export function openHeartbeat(beat: () => void, silent: () => void): Heartbeat {
  let gaps = 0;
  let heard = Number.NEGATIVE_INFINITY;
  let patientFrom = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - Math.max(heard, patientFrom) > LATE_MS) {
      patientFrom = now; // the new connection has as long
      silent();
    }
    beat();
  }, BEAT_MS);
  timer.unref();
  return {
    heard: () => {
      const now = performance.now();
      if (now - heard > LATE_MS) gaps++;
      heard = now;
    },
    lose: () => {
      heard = Number.NEGATIVE_INFINITY;
      patientFrom = performance.now();
    },
    miss: () => {
      gaps++;
    },
    gaps: () => (performance.now() - heard > LATE_MS ? null : gaps),
    stop: () => clearInterval(timer),
  };
}
