/** Work at a fixed rate, independent of the load. */
import { pause } from "../faults/servers.ts";

const SECONDS = 6;

/** Runs this many times a second, evenly within each 10 ms; returns the number of runs. */
export async function atRate(rate: number, work: () => void): Promise<number> {
  const began = performance.now();
  let done = 0;
  while (performance.now() - began < SECONDS * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * rate);
    for (; done < due; done++) work();
    await pause(2);
  }
  await pause(1_500);
  return done;
}

/** Wall time in milliseconds, finer than Date, comparable between processes. */
export const now = (): number => performance.timeOrigin + performance.now();
