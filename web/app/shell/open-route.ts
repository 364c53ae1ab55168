import { useMatches } from "react-router";

/** Id of the route whose page is open (routes.ts). */
export const useOpenRoute = (): string | undefined => useMatches().at(-1)?.id;
