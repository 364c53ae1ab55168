/** Pure decisions about members: ages, online, genders as bits. */
import { GENDERS, type Gender } from "@serenade/contract/attributes";
import {
  ONLINE_SECONDS,
  PROFILE_VIEWS_DAY,
  PROFILE_VIEWS_QUARTER_HOUR,
  RECENT_SECONDS,
} from "@serenade/contract/limits";

/** Whole years from `dateOfBirth` (ISO date) to `today` (any ISO time, UTC). Born on 29 February: older on 1 March. */
export function ageOn(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5, 10) < dateOfBirth.slice(5, 10) ? years - 1 : years;
}

/** The dates of birth of all ages between `min` and `max` years on `today`, inclusive. */
export function birthRange(min: number, max: number, today: string): { from: string; to: string } {
  return { from: dayAfter(yearsBefore(today, max + 1)), to: yearsBefore(today, min) };
}

/** The same day a number of years ago; 29 February becomes 28 February where there is none. */
function yearsBefore(today: string, years: number): string {
  const year = Number(today.slice(0, 4)) - years;
  const date = `${String(year).padStart(4, "0")}-${today.slice(5, 10)}`;
  return Number.isNaN(Date.parse(date)) || new Date(date).getUTCDate() !== Number(date.slice(8, 10))
    ? date.replace("02-29", "02-28")
    : date;
}

const DAY_MS = 86_400_000;
const dayAfter = (date: string): string => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);

/** Whether a member was active in the last minutes. */
export const isOnline = (lastActive: string | null, now: Date): boolean =>
  lastActive !== null && Date.parse(lastActive) > now.getTime() - ONLINE_SECONDS * 1000;

/** Whether a member was active in the last day, but is not online. */
export const wasRecentlyActive = (lastActive: string | null, now: Date): boolean =>
  lastActive !== null && !isOnline(lastActive, now) && Date.parse(lastActive) > now.getTime() - RECENT_SECONDS * 1000;

/** A set of genders as bits: bit n-1 is the nth gender. */
export const genderBits = (genders: readonly Gender[]): number =>
  genders.reduce((bits, gender) => bits | (1 << GENDERS.indexOf(gender)), 0);

export const gendersOf = (bits: number): Gender[] => GENDERS.filter((_, index) => bits & (1 << index));

/** What shows other members counts here: enough for a person, too little to copy the whole site. */
export const PROFILE_VIEWS = {
  name: "profile-views",
  points: PROFILE_VIEWS_QUARTER_HOUR,
  seconds: 900,
  whenDown: "open",
} as const;
export const PROFILE_VIEWS_OF_DAY = {
  name: "profile-views-of-day",
  points: PROFILE_VIEWS_DAY,
  seconds: 86_400,
  whenDown: "open",
} as const;

/** Names are unique without regard to case, width and spaces. */
export const nameKey = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
