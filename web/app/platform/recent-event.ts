/**
 * A poll may be answered by a process whose cached version is older than an event that this browser already has from another
 * process. For a moment after an event, lists are requested without their ETag.
 */
const RECENT_MS = 2_000;
let lastEventAt = Number.NEGATIVE_INFINITY;

export function recordEvent(): void {
  lastEventAt = performance.now();
}

export const hadRecentEvent = (): boolean => performance.now() - lastEventAt < RECENT_MS;
