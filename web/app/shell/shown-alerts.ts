/**
 * Which alerts the last page showed, in a cookie, so that the server renders them from the start. Only the browser knows whether
 * they are due; appearing after hydration they would shift the page under a tap.
 */
import { useEffect } from "react";
import { useRootData } from "~/root-data.ts";
import type { DismissibleAlert } from "./alert-rules.ts";

export const SHOWN_ALERTS_COOKIE = "notices";
const YEAR_SECONDS = 31_536_000;
/** Cookie value when no alert was shown; no cookie at all means a first visit. */
const NONE = "none";
/** Rendered on a first visit, where a dismissal is unlikely. Push is left out: the server cannot guess its support. */
const ON_FIRST_VISIT = new Set<DismissibleAlert>(["photo", "disabledNotifications"]);

/** The alerts that the last page showed; null on a first visit. */
export const shownAlertsIn = (cookies: string): string[] | null =>
  new RegExp(`(?:^|;\\s*)${SHOWN_ALERTS_COOKIE}=([\\w.]+)`).exec(cookies)?.[1]?.split(".") ?? null;

/** Whether the last page showed this alert. */
export function useWasShown(alert: DismissibleAlert): boolean {
  const shown = useRootData()?.shownAlerts;
  return shown ? shown.includes(alert) : shown === null && ON_FIRST_VISIT.has(alert);
}

/** Records for the next page whether this one shows the alert; does nothing while that is undefined. */
export function useRecordShown(alert: DismissibleAlert, isShown: boolean | undefined): void {
  useEffect(() => {
    if (isShown === undefined) return;
    const recorded = shownAlertsIn(document.cookie);
    if (recorded?.includes(alert) === isShown) return;
    const others = (recorded ?? []).filter((name) => name !== alert && name !== NONE);
    const shown = isShown ? [...others, alert] : others;
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and the Cookie Store API is not everywhere
    document.cookie = `${SHOWN_ALERTS_COOKIE}=${shown.join(".") || NONE}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  }, [alert, isShown]);
}
