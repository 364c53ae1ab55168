/** When a session of 30 days (`AUTH_COOKIE_DAYS`) is renewed. */

/** Updating `seen` at every request would be a write per read; once an hour is enough. */
const SEEN_STEP_MS = 3_600_000;

export const shouldTouch = (seenAt: string, now: Date): boolean => now.getTime() - Date.parse(seenAt) > SEEN_STEP_MS;
