/**
 * The day of the swipe game's likes (product.md 2: four a day, in the member's time zone).  The browser sends its zone
 * and may send another one with every call, so the rule must hold for any input: **no local day contains more than four
 * likes.** For this, the current day is a span that only grows. Each like extends it from the earliest midnight to the
 * latest one of all zones sent during it; all likes since its start count, and the next day starts after its end.
 * Changing zones can therefore make a day longer, never shorter: the `next_at` returned with the fourth like is never
 * earlier.
 */
import { SWIPE_LIKES_PER_DAY } from "@serenade/contract/limits";

export interface Day {
  from: Date;
  to: Date;
}

export interface Allowance {
  likes_left: number;
  next_at: string | null;
}

export const DEFAULT_ZONE = "UTC";

/** The canonical name of a zone; null if invalid. Offsets such as +05:00 are refused: they have no calendar. */
export function zoneOf(said: string | undefined): string | null {
  if (!said || !/^[A-Za-z]/.test(said)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: said }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

const MINUTE_MS = 60_000;
/** Longer than any day, with an hour put in. */
const LONGEST_DAY_MINUTES = 26 * 60;

/** The calendar day of `now` in a zone, as two instants; 23 or 25 hours long when the clocks change. */
export function dayAround(now: Date, zone: string): Day {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const today = dateIn(now, zone);
  const isToday = (at: number) => dateIn(new Date(at * MINUTE_MS), zone) === today;
  const from = edge(minute - LONGEST_DAY_MINUTES, minute, (at) => isToday(at));
  const to = edge(minute, minute + LONGEST_DAY_MINUTES, (at) => !isToday(at));
  return { from: new Date(from * MINUTE_MS), to: new Date(to * MINUTE_MS) };
}

/** The first whole minute after `low`, up to `high`, from which on `holds` is true. */
function edge(low: number, high: number, holds: (minute: number) => boolean): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function dateIn(moment: Date, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
    formats.set(zone, format);
  }
  return format.format(moment);
}

/** The current day: the calendar day of the zone, merged with a day that has not ended. */
export function dayThatCounts(now: Date, zone: string, running: Day | null): Day {
  const today = dayAround(now, zone);
  if (!running || running.to <= now) return today;
  return { from: earlier(running.from, today.from), to: later(running.to, today.to) };
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);
const later = (one: Date, other: Date) => (one > other ? one : other);

/** What remains of a day after that many likes. */
export function allowanceOf(liked: number, day: Day): Allowance {
  const left = Math.max(0, SWIPE_LIKES_PER_DAY - liked);
  return { likes_left: left, next_at: left > 0 ? null : day.to.toISOString() };
}
