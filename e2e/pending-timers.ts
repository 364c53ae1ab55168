import type { Page } from "@playwright/test";

/** Records the timers that the page has set and not cleared. Returns the delays, in milliseconds, of those pending now. */
export async function watchTimers(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const pending = new Map<unknown, number>();
    const { setTimeout: set, clearTimeout: clear } = window;
    Object.assign(window, {
      pendingTimers: pending,
      setTimeout: (action: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) => {
        const timer = set(() => {
          pending.delete(timer);
          action(...values);
        }, delay);
        pending.set(timer, delay);
        return timer;
      },
      clearTimeout: (timer: number | undefined) => {
        pending.delete(timer);
        clear(timer);
      },
    });
  });
  return () =>
    page.evaluate(() => [...(window as unknown as { pendingTimers: Map<unknown, number> }).pendingTimers.values()]);
}
