import { useCallback, useSyncExternalStore } from "react";
import { DISMISSAL_KEYS, type DismissibleAlert } from "./alert-rules.ts";
import { useWasShown } from "./shown-alerts.ts";

const CHANGED = "dismissed";

/**
 * Whether an alert is dismissed, how to dismiss it, and how to undo that once its cause is gone. While the server renders,
 * an alert counts as dismissed unless the last page showed it, so that none appears only to disappear again.
 */
export function useDismissal(alert: DismissibleAlert) {
  const wasShown = useWasShown(alert);
  const dismissed = useSyncExternalStore(
    subscribe,
    () => isDismissed(alert),
    () => !wasShown,
  );
  const dismiss = useCallback(() => setDismissed(alert, true), [alert]);
  const undismiss = useCallback(() => setDismissed(alert, false), [alert]);
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

/** The age of a dismissal does not matter: §4 says until dismissed. */
export function isDismissed(alert: DismissibleAlert): boolean {
  try {
    return localStorage.getItem(DISMISSAL_KEYS[alert]) !== null;
  } catch {
    return false; // storage forbidden: the alert shows on every page
  }
}

export function setDismissed(alert: DismissibleAlert, dismissed: boolean): void {
  try {
    if (dismissed) localStorage.setItem(DISMISSAL_KEYS[alert], String(Date.now()));
    else localStorage.removeItem(DISMISSAL_KEYS[alert]);
  } catch {
    // storage full or forbidden
  }
  window.dispatchEvent(new Event(CHANGED));
}
