import { useSyncExternalStore } from "react";

/** Keys of §4 under which a dismissal stands in storage, with the time it was made. */
type Dismissal = "hide-enrich-alert";

const CHANGED = "dismissed";

/** Dismissed until the browser has said otherwise, so that nothing flashes up while a page hydrates. */
export function useDismissal(key: Dismissal): { dismissed: boolean; dismiss: () => void } {
  const dismissed = useSyncExternalStore(
    listen,
    () => readDismissal(key) !== null,
    () => true,
  );
  const dismiss = () => {
    try {
      localStorage.setItem(key, String(Date.now()));
    } catch {
      // storage full or forbidden: it comes back with the next page
    }
    window.dispatchEvent(new Event(CHANGED));
  };
  return { dismissed, dismiss };
}

function readDismissal(key: Dismissal): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function listen(changed: () => void) {
  for (const event of [CHANGED, "storage"]) window.addEventListener(event, changed);
  return () => {
    for (const event of [CHANGED, "storage"]) window.removeEventListener(event, changed);
  };
}
