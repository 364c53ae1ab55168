/**
 * The hours in which the site's own mailings are sent: 9 to 21 in the member's time zone. Where only the country is
 * known, the hours must fit all of its zones, so its westernmost and easternmost are enough.
 */
import { MAILINGS_FROM_HOUR, MAILINGS_TO_HOUR } from "@serenade/contract/limits";
import type { Country } from "@serenade/contract/locales";

const COUNTRY_ZONES: Record<Country, string[]> = {
  US: ["America/New_York", "Pacific/Honolulu"],
  NL: ["Europe/Amsterdam"],
  BE: ["Europe/Brussels"],
  FR: ["Europe/Paris"],
  IT: ["Europe/Rome"],
  ES: ["Europe/Madrid", "Atlantic/Canary"],
  DE: ["Europe/Berlin"],
  AT: ["Europe/Vienna"],
  IE: ["Europe/Dublin"],
  GB: ["Europe/London"],
  CA: ["America/St_Johns", "America/Vancouver"],
  PL: ["Europe/Warsaw"],
  AU: ["Australia/Sydney", "Australia/Lord_Howe", "Australia/Perth"],
  NZ: ["Pacific/Chatham", "Pacific/Auckland"],
  CH: ["Europe/Zurich"],
  DK: ["Europe/Copenhagen"],
  FI: ["Europe/Helsinki"],
  NO: ["Europe/Oslo"],
  SE: ["Europe/Stockholm"],
};

/** The zone that the member's browser named, else those of the country. */
export const zonesOf = (country: string, own: string | null): string[] =>
  own ? [own] : (COUNTRY_ZONES[country as Country] ?? ["UTC"]);

/** Whether it is night in one of the zones. */
export const isQuiet = (now: Date, zones: readonly string[]): boolean =>
  zones.some((zone) => {
    const hour = hourIn(now, zone);
    return hour < MAILINGS_FROM_HOUR || hour >= MAILINGS_TO_HOUR;
  });

/** The first moment that is not quiet: `now` itself, or the next morning. */
export const quietUntil = (now: Date, zones: readonly string[]): Date => nextQuarter(now, (at) => !isQuiet(at, zones));

/** The next evening; `now` itself when it is quiet. */
export const quietFrom = (now: Date, zones: readonly string[]): Date => nextQuarter(now, (at) => isQuiet(at, zones));

const QUARTER_MS = 900_000;
const TWO_DAYS_MS = 172_800_000;

/** Offsets of zones are multiples of a quarter of an hour, so every full hour of theirs is at a quarter of UTC's. */
function nextQuarter(now: Date, holds: (at: Date) => boolean): Date {
  if (holds(now)) return now;
  const first = (Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS;
  let at = first;
  while (!holds(new Date(at)) && at < first + TWO_DAYS_MS) at += QUARTER_MS;
  return new Date(at);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function hourIn(now: Date, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en", { timeZone: zone, hour: "2-digit", hourCycle: "h23" });
    formats.set(zone, format);
  }
  return Number(format.format(now));
}
