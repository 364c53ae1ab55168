import { useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** False while the server renders and during hydration, true after: for content that only a browser can show. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether the component came with the page that the server sent; constant. */
export function useIsFromServer(): boolean {
  const [fromServer] = useState(!useMounted());
  return fromServer;
}
