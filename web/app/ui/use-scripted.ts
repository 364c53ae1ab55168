import { useSyncExternalStore } from "react";

/** False on the server and during hydration: for controls that need script. */
export const useScripted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

const never = () => () => {};
