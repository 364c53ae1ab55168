import { useFormatter, useTranslations } from "use-intl/react";
import { dayOf, useTimeZone } from "~/ui/time-zone.ts";

const DAY_MS = 86_400_000;

/** 21:40 today, then yesterday, then the weekday, then the date. */
export function ListTime({ at }: { at: string }) {
  const t = useTranslations("chat");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const moment = new Date(at);
  const now = new Date();
  const daysAgo = (Date.parse(dayOf(now, timeZone)) - Date.parse(dayOf(moment, timeZone))) / DAY_MS;
  const text =
    daysAgo <= 0
      ? format.dateTime(moment, { timeZone, timeStyle: "short" })
      : daysAgo === 1
        ? t("yesterday")
        : daysAgo < 7
          ? format.dateTime(moment, { timeZone, weekday: "long" })
          : format.dateTime(moment, {
              timeZone,
              day: "numeric",
              month: "short",
              ...(daysAgo > 300 && { year: "numeric" }),
            });
  return (
    <time dateTime={at} suppressHydrationWarning className="shrink-0 text-xs opacity-80 first-letter:uppercase">
      {text}
    </time>
  );
}

/** Heading above the messages of a day. */
export function DayName({ at }: { at: string }) {
  const t = useTranslations("chat");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const moment = new Date(at);
  const daysAgo = (Date.parse(dayOf(new Date(), timeZone)) - Date.parse(dayOf(moment, timeZone))) / DAY_MS;
  if (daysAgo <= 0) return t("today");
  if (daysAgo === 1) return t("yesterday");
  return format.dateTime(moment, {
    timeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(daysAgo > 300 && { year: "numeric" }),
  });
}
