import { useRouteLoaderData } from "react-router";
import type { loader } from "./root.tsx";

/** What the root loader returned; undefined on the error page of a failed root. */
export function useRootData() {
  return useRouteLoaderData<typeof loader>("root");
}

/** The site's settings; undefined on the error page of a failed root. */
export function useSettings() {
  return useRootData()?.settings;
}
