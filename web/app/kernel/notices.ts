import { useEffect } from "react";
import { useRootData } from "./queries.ts";

/** Notices above the page that only the browser knows whether to show. */
export type Notice = "photo" | "push" | "disabledNotifications";

/** In a cookie, for as long as the choice of light or dark. */
const COOKIE = "notices";
const YEAR_SECONDS = 31_536_000;
/** What is kept when none stood there: no cookie at all is a browser that has never been asked. */
const NONE = "none";
/** Drawn where the browser has never been asked: dismissals are rare there. Whether push is possible cannot be guessed. */
const AT_FIRST = new Set<Notice>(["photo", "disabledNotifications"]);

/** Which ones stood there the last time; null where nobody knows. */
export const noticesIn = (cookies: string): string[] | null =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.]+)`).exec(cookies)?.[1]?.split(".") ?? null;

/**
 * Whether the notice stood there the last time: then the server draws it from the start. Coming when the browser has answered,
 * it would push the page down just when somebody taps on it.
 */
export function useStoodThere(notice: Notice): boolean {
  const notices = useRootData()?.notices;
  return notices ? notices.includes(notice) : notices === null && AT_FIRST.has(notice);
}

/** Keeps for the next page whether the notice stands there; nothing while that is not known. */
export function useKeepNotice(notice: Notice, stands: boolean | undefined): void {
  useEffect(() => {
    if (stands === undefined) return;
    const kept = noticesIn(document.cookie);
    if (kept?.includes(notice) === stands) return;
    const others = (kept ?? []).filter((one) => one !== notice && one !== NONE);
    const now = stands ? [...others, notice] : others;
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and the Cookie Store API is not everywhere
    document.cookie = `${COOKIE}=${now.join(".") || NONE}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  }, [notice, stands]);
}
