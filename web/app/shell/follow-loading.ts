import { LOADING_BAR_DELAY_MS, LOADING_BAR_HIDE_MS } from "@serenade/contract/limits";

export type LoadingState = "idle" | "running" | "done";

/**
 * The loading bar's states (§4, §9): runs once a navigation has taken 200 ms, is gone 500 ms after its end. Called when a
 * navigation begins or ends; returns a function that cancels what is pending.
 */
export function followLoading(busy: boolean, set: (next: (before: LoadingState) => LoadingState) => void): () => void {
  if (!busy) set((before) => (before === "running" ? "done" : "idle"));
  const timer = busy
    ? setTimeout(() => set(() => "running"), LOADING_BAR_DELAY_MS)
    : setTimeout(() => set(() => "idle"), LOADING_BAR_HIDE_MS);
  return () => clearTimeout(timer);
}
