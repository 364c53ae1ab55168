/**
 * The day of the swipe game's likes (product.md 2: four a day, in the member's time zone).
 *
 * The browser says its zone and may say another one with every call, so the rule must hold whatever is said: **no local day in
 * which a member has liked holds more than four likes.** For this, the running day is a span that only grows. Each like makes it
 * reach from the earliest midnight to the latest one of all zones said while it runs; all likes since its beginning count, and the
 * next day begins after its end. Moving zones can therefore make a day longer, never shorter: the `next_at` that came
 * with the fourth like is never brought forward.
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

/** The zone's name as this server writes it; null for what is no zone. An offset such as +05:00 is none: it has no days of its own. */
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

/** The calendar day of a zone that `now` lies in, as two moments; 23 or 25 hours long when the clocks are changed. */
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

/** The day that counts now: today where the member says to be, grown together with a day that has not ended. */
export function dayThatCounts(now: Date, zone: string, running: Day | null): Day {
  const today = dayAround(now, zone);
  if (!running || running.to <= now) return today;
  return { from: earlier(running.from, today.from), to: later(running.to, today.to) };
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);
const later = (one: Date, other: Date) => (one > other ? one : other);

/** What is left of a day in which so many were liked. */
export function allowanceOf(liked: number, day: Day): Allowance {
  const left = Math.max(0, SWIPE_LIKES_PER_DAY - liked);
  return { likes_left: left, next_at: left > 0 ? null : day.to.toISOString() };
}
