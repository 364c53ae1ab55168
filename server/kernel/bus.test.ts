import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { describe, expect, it, vi } from "vitest";
import { type Bus, openBus } from "./bus.ts";
import { openLog } from "./log.ts";

const REDIS = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";
const log = openLog("silent");
const soon = { timeout: 8_000, interval: 20 };

const hears = (bus: Bus, topic: string) => {
  const heard: unknown[] = [];
  bus.subscribe(topic, (message) => heard.push(message));
  return heard;
};

describe("the bus within one process", () => {
  it("brings a message to every listener, after the caller went on", async () => {
    const bus = openBus(null, "test", log);
    const heard = hears(bus, "topic");
    bus.publish("topic", { n: 1 });
    expect(heard).toEqual([]);
    await vi.waitFor(() => expect(heard).toEqual([{ n: 1 }]));
    expect(bus.gaps()).toBe(0);
    await bus.close();
  });
});

const redisAnswers = await new Promise<boolean>((resolve) => {
  const probe = new Redis(REDIS, { lazyConnect: true, retryStrategy: () => null });
  probe.on("error", () => {});
  probe.connect().then(
    () => probe.quit().then(() => resolve(true)),
    () => resolve(false),
  );
});
if (!redisAnswers && process.env.CI) throw new Error("CI runs on Redis too, and it does not answer.");

describe.skipIf(!redisAnswers)("the bus through Redis", () => {
  it("brings a message once to every process, its own included", async () => {
    const installation = randomUUID();
    const [one, two] = [openBus(REDIS, installation, log), openBus(REDIS, installation, log)];
    const [atOne, atTwo] = [hears(one, "topic"), hears(two, "topic")];
    await vi.waitFor(() => expect([one.gaps(), two.gaps()]).not.toContain(null), soon);
    one.publish("topic", { n: 1 });
    two.publish("topic", { n: 2 });
    await vi.waitFor(() => expect([atOne.length, atTwo.length]).toEqual([2, 2]), soon);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(atOne).toHaveLength(2);
    await Promise.all([one.close(), two.close()]);
  });

  it("knows when it may have missed something: the connection was cut", async () => {
    const installation = randomUUID();
    const bus = openBus(REDIS, installation, log);
    await vi.waitFor(() => expect(bus.gaps()).not.toBeNull(), soon);
    const before = bus.gaps()!;
    const admin = new Redis(REDIS);
    const clients = String(await admin.call("CLIENT", "LIST")).split("\n");
    for (const client of clients.filter((line) => line.includes(`name=serenade:${installation}`)))
      await admin.call("CLIENT", "KILL", "ID", /^id=(\d+)/.exec(client)![1]!);
    await vi.waitFor(() => expect(bus.gaps()).toBeGreaterThan(before), soon);
    await admin.quit();
    await bus.close();
  });
});
