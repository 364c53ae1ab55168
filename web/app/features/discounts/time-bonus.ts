/**
 * The time bonus (§3 Time bonus state, §4): a countdown to the server's end of the welcome discount, ticking each second, cleared at
 * zero and at logout. One countdown per tab, whichever parts of the page show it.
 */
import type { User } from "@serenade/contract/account";
import { DiscountApi } from "@serenade/contract/discounts";
import { WELCOME_WINDOW_SECONDS } from "@serenade/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useUser } from "~/features/account/queries.ts";
import { call } from "~/platform/call.ts";

export interface CountdownTimer {
  /** Two digits each. */
  hours: string;
  minutes: string;
  seconds: string;
}

export interface TimeBonus {
  isVisible: boolean;
  /** Null until the server has answered how much is left. */
  countdownTimer: CountdownTimer | null;
  /** Ticks each second while the bonus runs. */
  countdownInterval: ReturnType<typeof setInterval> | null;
}

const TICK_MS = 1_000;
const NONE: TimeBonus = { isVisible: false, countdownTimer: null, countdownInterval: null };

/** What is left, in words of two digits; a second that has begun counts as whole. */
export function countdownOf(leftMs: number): CountdownTimer {
  const left = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  return { hours: two(Math.floor(left / 3600)), minutes: two(Math.floor(left / 60) % 60), seconds: two(left % 60) };
}

/** A countdown that calls `changed` each second and once more when it is cleared. */
export class Countdown {
  state: TimeBonus = NONE;
  readonly #changed: () => void;
  readonly #ended: () => void;

  constructor(changed: () => void, ended: () => void) {
    this.#changed = changed;
    this.#ended = ended;
  }

  /** Counts from `seconds` down, by a clock that a changed system time does not move. */
  start(seconds: number): void {
    this.#stop();
    const end = performance.now() + seconds * 1000;
    const tick = () => {
      const left = end - performance.now();
      if (left > 0) return this.#show({ ...this.state, countdownTimer: countdownOf(left) });
      this.clear();
      this.#ended();
    };
    const countdownInterval = setInterval(tick, TICK_MS);
    this.#show({ isVisible: true, countdownTimer: countdownOf(seconds * 1000), countdownInterval });
  }

  clear(): void {
    this.#stop();
    this.#show(NONE);
  }

  #stop(): void {
    if (this.state.countdownInterval !== null) clearInterval(this.state.countdownInterval);
  }

  #show(state: TimeBonus): void {
    this.state = state;
    this.#changed();
  }
}

const listeners = new Set<() => void>();
const onEnd = new Set<() => void>();
const countdown = new Countdown(
  () => {
    for (const listener of listeners) listener();
  },
  () => {
    for (const ended of onEnd) ended();
  },
);

/** The bonus as it is now; invisible on the server and until the browser has asked. */
export function useTimeBonus(): TimeBonus {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => countdown.state,
    () => NONE,
  );
}

/** Whether the member can have the bonus: not paid, and signed up in the last four hours (§6). The server decides. */
export const mayHaveBonus = (user: Pick<User, "paid_user" | "signup_date"> | null, now: number): boolean =>
  user !== null && !user.paid_user && now - Date.parse(user.signup_date) < WELCOME_WINDOW_SECONDS * 1000;

/** Runs the countdown for the logged-in member; mounted once, by the shell. Failures are ignored (§8). */
export function useTimeBonusClock(): void {
  const user = useUser();
  const client = useQueryClient();
  const id = user?.id;
  const may = mayHaveBonus(user, Date.now());
  const ended = useEffectEvent(() => void client.invalidateQueries());
  useEffect(() => {
    if (!id || !may) return;
    let current = true;
    const ask = () =>
      call(DiscountApi.read, { query: { welcome: "true" } })
        .then(({ seconds_left }) => current && countdown.start(seconds_left))
        .catch(() => current && countdown.clear());
    const stopped = () => ended();
    // a sleeping computer may stop the clock: the server is asked again when the page is back
    const back = () => document.visibilityState === "visible" && void ask();
    onEnd.add(stopped);
    document.addEventListener("visibilitychange", back);
    void ask();
    return () => {
      current = false;
      onEnd.delete(stopped);
      document.removeEventListener("visibilitychange", back);
      countdown.clear();
    };
  }, [id, may]);
}
