import { useEffect } from "react";

/** Closes shown notifications once everything is read or the member has logged out. */
export function useCloseNotifications(unread: number) {
  useEffect(() => {
    if (unread > 0) return;
    const close = async () => {
      const registration = await navigator.serviceWorker?.getRegistration();
      for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close();
    };
    void close().catch(() => {});
  }, [unread]);
}
