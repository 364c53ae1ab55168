import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refreshRepeatedly } from "./periodic-refresh.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// spec: 4.refresh, 9.refresh
it.each([
  [false, 60_000],
  [true, 300_000],
])("refreshes after 5 s and then, with push %o, every %i ms (§4)", (pushSubscribed, every) => {
  const refresh = vi.fn();
  const end = refreshRepeatedly(refresh, () => pushSubscribed);
  vi.advanceTimersByTime(4_999);
  expect(refresh).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(refresh).toHaveBeenCalledTimes(1);
  for (const times of [2, 3, 4]) {
    vi.advanceTimersByTime(every - 1);
    expect(refresh).toHaveBeenCalledTimes(times - 1);
    vi.advanceTimersByTime(1);
    expect(refresh).toHaveBeenCalledTimes(times);
  }
  end();
  vi.advanceTimersByTime(3_600_000);
  expect(refresh).toHaveBeenCalledTimes(4);
  expect(vi.getTimerCount()).toBe(0);
});

it("takes the longer period once push is subscribed, and the shorter one when it ends", () => {
  const refresh = vi.fn();
  let pushSubscribed = false;
  refreshRepeatedly(refresh, () => pushSubscribed);
  vi.advanceTimersByTime(4_999);
  pushSubscribed = true;
  vi.advanceTimersByTime(1 + 299_999);
  expect(refresh).toHaveBeenCalledTimes(1);
  pushSubscribed = false;
  vi.advanceTimersByTime(1 + 60_000);
  expect(refresh).toHaveBeenCalledTimes(3);
});
