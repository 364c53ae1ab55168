import { CHUNK_RELOAD_GUARD_MS } from "@serenade/contract/limits";

/** Window event: a chunk failed to load and another reload would not help. */
export const CHUNK_FAILED = "chunk-failed";

/**
 * Inlined before every other script, so that it also covers a missing entry chunk (React Router import()s it: an
 * unhandled rejection). A failed chunk reloads the page it belongs to, at most once per 60 s (§4, §9); see plugins/chunk-reload.ts.
 * Offline a reload would only lose the page, so it waits for the network.
 */
export const chunkGuardScript = `window.__chunkReload=function(){try{if(navigator.onLine===false){if(!window.__chunkWaits){window.__chunkWaits=true;addEventListener("online",function(){window.__chunkWaits=false;window.__chunkReload()},{once:true})}return true}var k="chunk-reload",n=Date.now();if(n-(+sessionStorage.getItem(k)||0)<${CHUNK_RELOAD_GUARD_MS}){dispatchEvent(new Event("${CHUNK_FAILED}"));return false}sessionStorage.setItem(k,n);location.assign(window.__pendingHref||location.href);return true}catch(e){return false}};addEventListener("vite:preloadError",function(e){if(window.__chunkReload())e.preventDefault()});addEventListener("error",function(e){var t=e.target;if(t&&t.tagName==="SCRIPT")window.__chunkReload()},true);addEventListener("unhandledrejection",function(e){if(/dynamically imported module|module script failed/i.test(String(e.reason)))window.__chunkReload()});`;

declare global {
  interface Window {
    __chunkReload?: () => boolean;
    /** Target of the pending navigation; the guard loads it. */
    __pendingHref?: string | undefined;
  }
}
