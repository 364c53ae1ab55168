import { useEffect } from "react";
import { useRootData } from "./queries.ts";

/** Notices above the page that only the browser knows whether to show. */
export type Notice = "photo" | "push" | "disabledNotifications";

/** In a cookie, for as long as the choice of light or dark. */
const COOKIE = "notices";
const YEAR_SECONDS = 31_536_000;

/** Which ones stood there the last time. */
export const noticesIn = (cookies: string): string[] =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.]+)`).exec(cookies)?.[1]?.split(".") ?? [];

/**
 * Whether the notice stood there the last time: then the server draws it from the start. Coming when the browser has answered,
 * it would push the page down just when somebody taps on it.
 */
export const useStoodThere = (notice: Notice): boolean => useRootData()?.notices.includes(notice) ?? false;

/** Keeps for the next page whether the notice stands there; nothing while that is not known. */
export function useKeepNotice(notice: Notice, stands: boolean | undefined): void {
  useEffect(() => {
    if (stands === undefined) return;
    const kept = noticesIn(document.cookie);
    if (kept.includes(notice) === stands) return;
    const now = stands ? [...kept, notice] : kept.filter((one) => one !== notice);
    const age = now.length ? YEAR_SECONDS : 0;
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and the Cookie Store API is not everywhere
    document.cookie = `${COOKIE}=${now.join(".")}; path=/; max-age=${age}; samesite=lax`;
  }, [notice, stands]);
}
