import { useSyncExternalStore } from "react";

/** False on the server and while hydrating: for what is of use only where script runs. */
export const useScripted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

const never = () => () => {};
