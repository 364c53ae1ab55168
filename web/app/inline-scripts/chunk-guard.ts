/**
 * Inlined before every other script, so that it also covers a missing entry chunk (React Router import()s it: an unhandled
 * rejection). A failed chunk reloads the page it belongs to, at most once per 60 s (§4, §9); see plugins/chunk-reload.ts.
 * Offline a reload would only lose the page, so it waits for the network. Safari and Firefox report the scripts that a navigation has
 * aborted as failed: while the page is being left nothing is reloaded, or the link that was pressed would be lost.
 */
import { CHUNK_RELOAD_GUARD_MS } from "@serenade/contract/limits";
import { CHUNK_FAILED } from "../platform/chunk-failed.ts";

const STORED_AT = "chunk-reload";
/** After that time a link has not led away. */
const LEAVING_MS = 8_000;
let waitsForNetwork = false;
let leftAt = -LEAVING_MS;

function noteLeaving(): void {
  leftAt = performance.now();
}

/** Bubbling: a link or form that React handles is prevented by then. */
function notePressed({ type, target, defaultPrevented }: Event): void {
  if (!defaultPrevented && (type === "submit" || (target as Element).closest("a[href]"))) noteLeaving();
}

function reload(): boolean {
  try {
    if (performance.now() - leftAt < LEAVING_MS) {
      setTimeout(reload, LEAVING_MS);
      return true;
    }
    if (!navigator.onLine) {
      if (!waitsForNetwork) addEventListener("online", reloadOnline, { once: true });
      waitsForNetwork = true;
      return true;
    }
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(STORED_AT) ?? 0) < CHUNK_RELOAD_GUARD_MS) {
      dispatchEvent(new Event(CHUNK_FAILED));
      return false;
    }
    sessionStorage.setItem(STORED_AT, String(now));
    location.assign(window.__pendingHref || location.href);
    return true;
  } catch {
    return false;
  }
}

function reloadOnline() {
  waitsForNetwork = false;
  reload();
}

window.__chunkReload = reload;
for (const type of ["click", "submit"]) addEventListener(type, notePressed);
// and addresses that are typed; only there, because in Firefox such a listener keeps the page out of the browser's history cache
if (navigator.vendor.startsWith("Apple")) addEventListener("beforeunload", noteLeaving);
addEventListener("vite:preloadError", (event) => {
  if (reload()) event.preventDefault();
});
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement) reload();
  },
  true,
);
addEventListener("unhandledrejection", ({ reason }) => {
  if (/dynamically imported module|module script failed/i.test(String(reason))) reload();
});
