/** §4, §9 Chunk load failure: the page reloads, at most once per 60 s. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const HERE = "https://club.test/likes";

let stored: Map<string, string>;
let events: EventTarget;
const assigned = vi.fn();
const failed = vi.fn();

/** The script as it runs in a page that has just loaded. */
async function load(href = HERE, online = true): Promise<void> {
  vi.resetModules();
  events = new EventTarget();
  events.addEventListener("chunk-failed", failed);
  vi.stubGlobal("window", {});
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("dispatchEvent", events.dispatchEvent.bind(events));
  vi.stubGlobal("navigator", { onLine: online, vendor: "" });
  vi.stubGlobal("location", { href, assign: assigned });
  vi.stubGlobal("HTMLScriptElement", class {});
  await import("./chunk-guard.ts");
}
const failChunk = () => events.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
const calls = () => [assigned.mock.calls.length, failed.mock.calls.length];

beforeEach(() => {
  stored = new Map();
  vi.useFakeTimers({ now: Date.parse("2026-11-25T20:00:00.000Z") });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  assigned.mockReset();
  failed.mockReset();
});

// spec: 4.chunk-failure, 8.chunk-failure, 9.chunk-guard
it("reloads at once, then says so for 60 s, then reloads again", async () => {
  await load();
  failChunk();
  expect(assigned).toHaveBeenCalledWith(HERE);
  expect(calls()).toEqual([1, 0]);
  await load(); // the page again, with the same session storage
  vi.advanceTimersByTime(59_999);
  failChunk();
  expect(calls()).toEqual([1, 1]);
  vi.advanceTimersByTime(1);
  failChunk();
  expect(calls()).toEqual([2, 1]);
});

it("reloads into the page that a navigation was about to open", async () => {
  await load();
  window.__pendingHref = "/chats";
  expect(window.__chunkReload!()).toBe(true);
  expect(assigned).toHaveBeenCalledWith("/chats");
});

it("offline it waits for the network, and reloads once", async () => {
  await load(HERE, false);
  failChunk();
  failChunk();
  expect(calls()).toEqual([0, 0]);
  vi.stubGlobal("navigator", { onLine: true, vendor: "" });
  events.dispatchEvent(new Event("online"));
  events.dispatchEvent(new Event("online"));
  expect(calls()).toEqual([1, 0]);
});
