import { useCallback, useSyncExternalStore } from "react";
import { type AlertName, useWasShown } from "./shown-alerts.ts";

/** Dismissals of §4: each key stores the time of the dismissal. */
const KEYS: Record<AlertName, string> = {
  photo: "hide-enrich-alert",
  push: "hide-push-notification-alert",
  disabledNotifications: "hide-disabled-notifications-alert",
  timeBonus: "hide-time-bonus-modal",
};

const CHANGED = "dismissed";

/**
 * Whether an alert is dismissed, how to dismiss it, and how to undo that once its cause is gone. While the server renders,
 * an alert counts as dismissed unless the last page showed it, so that none appears only to disappear again.
 */
export function useDismissal(alert: AlertName) {
  const key = KEYS[alert];
  const wasShown = useWasShown(alert);
  const dismissed = useSyncExternalStore(
    subscribe,
    () => isStored(key),
    () => !wasShown,
  );
  const dismiss = useCallback(() => store(key, String(Date.now())), [key]);
  const undismiss = useCallback(() => store(key, null), [key]);
  return { dismissed, dismiss, undismiss };
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("storage", changed); // another tab
  window.addEventListener(CHANGED, changed);
  return () => {
    window.removeEventListener("storage", changed);
    window.removeEventListener(CHANGED, changed);
  };
}

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // storage forbidden: the alert shows on every page
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // storage full or forbidden
  }
  window.dispatchEvent(new Event(CHANGED));
}
