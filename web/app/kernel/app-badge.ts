import { useEffect } from "react";

/** The installed app's icon shows unread messages plus new likes (§4); failure is silently ignored (§8). */
export function useAppBadge(count: number) {
  useEffect(() => {
    const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    done?.catch(() => {});
  }, [count]);
}
