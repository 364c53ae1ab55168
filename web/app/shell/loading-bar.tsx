import { LOADING_BAR_DELAY_MS, LOADING_BAR_HIDE_MS } from "@serenade/contract/limits";
import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

type State = "idle" | "running" | "done";

/** Starts after 200 ms, runs about 5 s (theme.css), disappears 500 ms after the page has loaded (§4, §9). */
export function LoadingBar({ label }: { label: string }) {
  const busy = useNavigation().state !== "idle";
  const [state, setState] = useState<State>("idle");
  useEffect(() => {
    if (busy) {
      const start = setTimeout(() => setState("running"), LOADING_BAR_DELAY_MS);
      return () => clearTimeout(start);
    }
    setState((before) => (before === "running" ? "done" : "idle"));
    const hide = setTimeout(() => setState("idle"), LOADING_BAR_HIDE_MS);
    return () => clearTimeout(hide);
  }, [busy]);
  return (
    <div
      className="loading-bar"
      data-state={state}
      {...(state === "running" && { role: "progressbar", "aria-label": label })}
    />
  );
}
