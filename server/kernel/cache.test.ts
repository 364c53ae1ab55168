import { describe, expect, it } from "vitest";
import type { Bus } from "./bus.ts";
import { openInvalidatedCache } from "./cache.ts";
import { openMetrics } from "./metrics.ts";

const silent = (gaps: () => number | null): Bus => ({
  publish: () => {},
  subscribe: () => () => {},
  gaps,
  close: async () => {},
});

interface Row {
  owner: number;
  text: string;
}
const setup = (gaps: () => number | null = () => 0, ms = 60_000, most = 100) => {
  const cache = openInvalidatedCache<Row>({ bus: silent(gaps), metrics: openMetrics() }, "test", {
    ownerOf: (row) => row.owner,
    ms,
    most,
  });
  const truth = { text: "first", loads: 0 };
  const read = async (key = "a", owner = 7) =>
    (
      await cache.get(key, async () => {
        truth.loads++;
        return { owner, text: truth.text };
      })
    )?.text;
  return { cache, truth, read };
};

describe("an invalidated cache", () => {
  it("is loaded once, until its owner changes", async () => {
    const { cache, truth, read } = setup();
    expect([await read(), await read()]).toEqual(["first", "first"]);
    expect(truth.loads).toBe(1);
    truth.text = "second";
    cache.invalidate(8); // another member
    expect(await read()).toBe("first");
    cache.invalidate(7);
    expect([await read(), await read(), truth.loads]).toEqual(["second", "second", 2]);
  });

  it("is worthless when its owner changed while it was being loaded", async () => {
    const { cache, read, truth } = setup();
    let release = () => {};
    const slow = cache.get("a", async () => {
      const seen = truth.text;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return { owner: 7, text: seen };
    });
    truth.text = "second";
    cache.invalidate(7);
    release();
    expect(((await slow) as Row).text).toBe("first"); // loaded before the change
    expect(await read()).toBe("second");
  });

  it("is cleared after a gap, and caches nothing while messages may be missed", async () => {
    let gaps: number | null = 0;
    const { truth, read } = setup(() => gaps);
    await read();
    gaps = null;
    truth.text = "second";
    expect([await read(), await read(), truth.loads]).toEqual(["second", "second", 3]);
    gaps = 1;
    expect([await read(), await read(), truth.loads]).toEqual(["second", "second", 4]);
  });

  it("expires", async () => {
    const { truth, read } = setup(() => 0, 1);
    await read();
    await new Promise((resolve) => setTimeout(resolve, 10));
    await read();
    expect(truth.loads).toBe(2);
  });

  it("stays within its size and evicts the least recently used", async () => {
    const { truth, read } = setup(() => 0, 60_000, 10);
    for (let index = 0; index < 200; index++) {
      await read(`other ${index}`, index + 100);
      await read("a");
    }
    expect(truth.loads).toBe(201);
  });

  it("is cleared when more owners changed than it can track", async () => {
    const { cache, truth, read } = setup(() => 0, 60_000, 10);
    await read();
    cache.invalidate(7);
    for (let owner = 100; owner < 130; owner++) cache.invalidate(owner);
    truth.text = "second";
    expect(await read()).toBe("second");
  });
});
