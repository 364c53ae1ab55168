import { readFileSync } from "node:fs";
import { LOADING_BAR_RUN_MS } from "@serenade/contract/limits";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followLoading, type LoadingState } from "./follow-loading.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function bar() {
  let state: LoadingState = "idle";
  let cancel = () => {};
  return {
    state: () => state,
    navigates: (busy: boolean) => {
      cancel();
      cancel = followLoading(busy, (next) => {
        state = next(state);
      });
    },
  };
}

// spec: 4.loading-bar, 9.loading-bar
it("starts after 200 ms, and is gone 500 ms after the navigation has ended (§4, §9)", () => {
  const { state, navigates } = bar();
  navigates(true);
  vi.advanceTimersByTime(199);
  expect(state()).toBe("idle");
  vi.advanceTimersByTime(1);
  expect(state()).toBe("running");
  vi.advanceTimersByTime(60_000);
  expect(state()).toBe("running");
  navigates(false);
  expect(state()).toBe("done");
  vi.advanceTimersByTime(499);
  expect(state()).toBe("done");
  vi.advanceTimersByTime(1);
  expect(state()).toBe("idle");
  expect(vi.getTimerCount()).toBe(0);
});

it("does not show for a navigation of less than 200 ms", () => {
  const { state, navigates } = bar();
  navigates(true);
  vi.advanceTimersByTime(199);
  navigates(false);
  expect(state()).toBe("idle");
  vi.advanceTimersByTime(1_000);
  expect(state()).toBe("idle");
});

it("starts over when another navigation begins before it is gone", () => {
  const { state, navigates } = bar();
  navigates(true);
  vi.advanceTimersByTime(200);
  navigates(false);
  vi.advanceTimersByTime(100);
  navigates(true);
  expect(state()).toBe("done");
  vi.advanceTimersByTime(200);
  expect(state()).toBe("running");
});

// spec: 4.loading-bar, 9.loading-bar
it("runs for 5 s in the style sheet", () => {
  const css = readFileSync(new URL("../styles/theme.css", import.meta.url), "utf8");
  expect(css).toMatch(
    new RegExp(`\\.loading-bar\\[data-state="running"\\] \\{[^}]*transition: transform ${LOADING_BAR_RUN_MS / 1000}s`),
  );
});
