import { useEffect } from "react";

/** The installed app's badge: unread messages plus new likes (§4); failures are ignored (§8). */
export function useAppBadge(count: number) {
  useEffect(() => {
    const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    done?.catch(() => {});
  }, [count]);
}
