import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { followLoading, type LoadingState } from "./follow-loading.ts";

/** Starts after 200 ms, runs about 5 s (theme.css), disappears 500 ms after the page has loaded (§4, §9). */
export function LoadingBar({ label }: { label: string }) {
  const busy = useNavigation().state !== "idle";
  const [state, setState] = useState<LoadingState>("idle");
  useEffect(() => followLoading(busy, setState), [busy]);
  return (
    <div
      className="loading-bar"
      data-state={state}
      {...(state === "running" && { role: "progressbar", "aria-label": label })}
    />
  );
}
