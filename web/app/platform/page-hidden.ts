import { BeaconApi } from "@serenade/contract/site";
import { useEffect } from "react";

/** Notifies the server when the page goes into the background (§7), so that presence ends early. */
export function usePageHidden(loggedIn: boolean) {
  useEffect(() => {
    if (!loggedIn) return;
    const report = () => {
      if (document.visibilityState !== "hidden") return;
      navigator.sendBeacon(BeaconApi.hidden.path, new Blob(["{}"], { type: "application/json" }));
    };
    document.addEventListener("visibilitychange", report);
    return () => document.removeEventListener("visibilitychange", report);
  }, [loggedIn]);
}
