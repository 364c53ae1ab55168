import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while the server renders and during hydration, true after: for content that only a browser can show. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
