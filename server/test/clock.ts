/** Stops product time, for tests that need an exact moment. */
import { vi } from "vitest";
import type { TestApp } from "./app.ts";

/** Stops product time at this moment; `restoreClock` restarts it. */
export function stopClock({ app }: TestApp, at: string | number): void {
  const ms = typeof at === "number" ? at : Date.parse(at);
  vi.spyOn(app.clock, "now").mockImplementation(() => new Date(ms));
  vi.spyOn(app.clock, "iso").mockImplementation(() => new Date(ms).toISOString());
  vi.spyOn(app.clock, "in").mockImplementation((seconds) => new Date(ms + seconds * 1000).toISOString());
}

export const restoreClock = (): void => void vi.restoreAllMocks();
