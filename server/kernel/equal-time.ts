/** Runs work whose duration must reveal nothing: it settles at the next full step after it began. */
import { setTimeout as wait } from "node:timers/promises";

export async function inEqualTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const taken = performance.now() - began;
    await wait(Math.ceil(taken / ms) * ms - taken);
  }
}
