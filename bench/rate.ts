/** Work at a fixed rate, whatever the machine does meanwhile. */
import { pause } from "../faults/servers.ts";

const SECONDS = 6;

/** Works so many times a second, evenly within each 10 ms; the number of times. */
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

/** The time of day in milliseconds, finer than Date: what one process writes into an event another compares with its own. */
export const now = (): number => performance.timeOrigin + performance.now();
