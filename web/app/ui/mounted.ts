import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while the server renders and the browser takes over, true after: for what only a browser can show. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
