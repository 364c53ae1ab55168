import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The device's time zone. The server does not know it, so a page renders in UTC until hydration. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a time as "2026-11-21", for comparing. */
export function dayOf(moment: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    formats.set(timeZone, format);
  }
  return format.format(moment);
}
