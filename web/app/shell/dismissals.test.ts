import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DISMISSAL_KEYS, type DismissibleAlert } from "./alert-rules.ts";
import { isDismissed, setDismissed } from "./dismissals.ts";

const NOW = Date.parse("2026-11-25T20:00:00.000Z");
const DAY_MS = 86_400_000;
const ALERTS = Object.keys(DISMISSAL_KEYS) as DismissibleAlert[];

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// spec: 4.dismissals
it.each(ALERTS)("dismissing %s stores the time under its key, and no other", (alert) => {
  setDismissed(alert, true);
  expect([...stored]).toEqual([[DISMISSAL_KEYS[alert], String(NOW)]]);
  expect(ALERTS.filter(isDismissed)).toEqual([alert]);
  setDismissed(alert, false);
  expect([...stored]).toEqual([]);
  expect(isDismissed(alert)).toBe(false);
});

it.each([0, DAY_MS, 400 * DAY_MS])("a dismissal of %i ms ago holds", (age) => {
  setDismissed("photo", true);
  vi.advanceTimersByTime(age);
  expect(isDismissed("photo")).toBe(true);
});

it("where storage is forbidden nothing is dismissed, and dismissing does not fail", () => {
  const forbidden = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  setDismissed("push", true);
  expect(isDismissed("push")).toBe(false);
});
