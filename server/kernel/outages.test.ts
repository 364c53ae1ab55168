import { describe, expect, it, vi } from "vitest";
import { openOutage, repeat, Unavailable } from "./outages.ts";

const logOf = () => {
  const lines: string[] = [];
  return { lines, log: { warn: (_: object, line: string) => lines.push(line) } as never };
};

describe("an outage", () => {
  it("is one line when it begins and one when it is over, also while some of it still answers", () => {
    vi.useFakeTimers();
    const { lines, log } = logOf();
    const outage = openOutage(log, "redis");
    outage.works();
    for (let n = 0; n < 500; n++) {
      outage.lost(new Error("gone"));
      outage.works();
    }
    expect(lines).toEqual(["redis: unavailable, retrying"]);
    vi.advanceTimersByTime(1_001);
    for (let n = 0; n < 500; n++) outage.works();
    expect(lines).toEqual(["redis: unavailable, retrying", "redis: available again"]);
    vi.useRealTimers();
  });
});

describe("what is done again and again", () => {
  it("never overlaps; logs failure and recovery once, but not for an unavailable database", async () => {
    vi.useFakeTimers();
    const { lines, log } = logOf();
    let [running, most] = [0, 0];
    let failure: Error | null = new Error("no");
    const stop = repeat(log, "search columns", 1_000, async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      running--;
      if (failure) throw failure;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual(["search columns: unavailable, retrying"]);
    failure = null;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual(["search columns: unavailable, retrying", "search columns: available again"]);
    failure = new Unavailable("the database is unavailable");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toHaveLength(2);
    expect(most).toBe(1);
    stop();
    vi.useRealTimers();
  });
});
