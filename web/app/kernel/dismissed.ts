import { useCallback, useSyncExternalStore } from "react";
import { type Notice, useStoodThere } from "./notices.ts";

/** Dismissals of §4, kept in storage with the time at which they were made. */
const KEYS: Record<Notice, string> = {
  photo: "hide-enrich-alert",
  push: "hide-push-notification-alert",
  disabledNotifications: "hide-disabled-notifications-alert",
};

const CHANGED = "dismissed";

/**
 * Whether a notice was dismissed, how to dismiss it, and how to forget that once its reason is gone. Until the browser has
 * been asked it counts as dismissed unless it stood there the last time, so that nothing appears only to go away again.
 */
export function useDismissed(notice: Notice) {
  const key = KEYS[notice];
  const stood = useStoodThere(notice);
  const dismissed = useSyncExternalStore(
    listen,
    () => kept(key),
    () => !stood,
  );
  const dismiss = useCallback(() => keep(key, String(Date.now())), [key]);
  const forget = useCallback(() => keep(key, null), [key]);
  return { dismissed, dismiss, forget };
}

function listen(changed: () => void): () => void {
  window.addEventListener("storage", changed); // another tab
  window.addEventListener(CHANGED, changed);
  return () => {
    window.removeEventListener("storage", changed);
    window.removeEventListener(CHANGED, changed);
  };
}

function kept(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // storage forbidden: then it shows, and going away for good is not to be had
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // storage full or forbidden
  }
  window.dispatchEvent(new Event(CHANGED));
}
