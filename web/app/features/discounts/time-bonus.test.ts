import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Countdown, countdownOf, mayHaveBonus } from "./time-bonus.ts";

const HOUR_MS = 3_600_000;

describe("the countdown", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  // spec: 3.time-bonus
  it("has two digits for hours, minutes and seconds; a second that has begun counts as whole", () => {
    expect(countdownOf(4 * HOUR_MS)).toEqual({ hours: "04", minutes: "00", seconds: "00" });
    expect(countdownOf(3_723_001)).toEqual({ hours: "01", minutes: "02", seconds: "04" });
    expect(countdownOf(1)).toEqual({ hours: "00", minutes: "00", seconds: "01" });
    expect(countdownOf(-5)).toEqual({ hours: "00", minutes: "00", seconds: "00" });
  });

  // spec: 3.time-bonus, 4.bonus-countdown, 4.bonus-ends, 9.bonus-window
  it("ticks each second, is cleared at zero, and says once that it ended", () => {
    const [changed, ended] = [vi.fn(), vi.fn()];
    const countdown = new Countdown(changed, ended);
    countdown.start(2);
    expect(countdown.state).toMatchObject({ isVisible: true, countdownTimer: { seconds: "02" } });
    vi.advanceTimersByTime(1_000);
    expect(countdown.state.countdownTimer?.seconds).toBe("01");
    vi.advanceTimersByTime(1_000);
    expect(countdown.state).toEqual({ isVisible: false, countdownTimer: null, countdownInterval: null });
    vi.advanceTimersByTime(10_000);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(changed).toHaveBeenCalledTimes(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  // spec: 4.bonus-ends
  it("stops at logout without an end, and starts over without a second interval", () => {
    const ended = vi.fn();
    const countdown = new Countdown(() => {}, ended);
    countdown.start(60);
    countdown.start(30);
    expect(vi.getTimerCount()).toBe(1);
    countdown.clear();
    vi.advanceTimersByTime(120_000);
    expect([vi.getTimerCount(), countdown.state.isVisible]).toEqual([0, false]);
    expect(ended).not.toHaveBeenCalled();
  });
});

// spec: 4.bonus-inactive, 6.welcome-discount
it("is for members who have not paid, in the four hours after sign-up", () => {
  const now = Date.parse("2026-11-23T20:00:00.000Z");
  const user = (hours: number, paid_user = false) => ({
    paid_user,
    signup_date: new Date(now - hours * HOUR_MS).toISOString(),
  });
  expect(mayHaveBonus(user(3.99), now)).toBe(true);
  expect(mayHaveBonus(user(4), now)).toBe(false);
  expect(mayHaveBonus(user(1, true), now)).toBe(false);
  expect(mayHaveBonus(null, now)).toBe(false);
});
