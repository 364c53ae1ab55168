import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { digHole } from "../../faults/hole.ts";
import { type Bus, openBus } from "./bus.ts";
import { openLog } from "./log.ts";

const REDIS = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";
const log = openLog("silent");
const soon = { timeout: 8_000, interval: 20 };

const receivedBy = (bus: Bus, topic: string) => {
  const received: unknown[] = [];
  bus.subscribe(topic, (message) => received.push(message));
  return received;
};

describe("the bus within one process", () => {
  it("delivers a message to every listener, after publish has returned", async () => {
    const bus = openBus({ redisUrl: null, databaseUrl: null }, "test", log);
    const received = receivedBy(bus, "topic");
    bus.publish("topic", { n: 1 });
    expect(received).toEqual([]);
    await vi.waitFor(() => expect(received).toEqual([{ n: 1 }]));
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
  it("delivers a message once to every process, including its own", async () => {
    const installation = randomUUID();
    const [one, two] = [
      openBus({ redisUrl: REDIS, databaseUrl: null }, installation, log),
      openBus({ redisUrl: REDIS, databaseUrl: null }, installation, log),
    ];
    const [atOne, atTwo] = [receivedBy(one, "topic"), receivedBy(two, "topic")];
    await vi.waitFor(() => expect([one.gaps(), two.gaps()]).not.toContain(null), soon);
    one.publish("topic", { n: 1 });
    two.publish("topic", { n: 2 });
    await vi.waitFor(() => expect([atOne.length, atTwo.length]).toEqual([2, 2]), soon);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(atOne).toHaveLength(2);
    await Promise.all([one.close(), two.close()]);
  });

  it("reports a possible gap after the connection was cut", async () => {
    const installation = randomUUID();
    const bus = openBus({ redisUrl: REDIS, databaseUrl: null }, installation, log);
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

const DATABASE = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
const admin = new pg.Client({ connectionString: DATABASE, connectionTimeoutMillis: 2_000 });
const databaseAnswers = await admin.connect().then(
  () => true,
  () => false,
);
if (!databaseAnswers && process.env.CI) throw new Error("CI runs on PostgreSQL too, and it does not answer.");

describe.skipIf(!databaseAnswers)("the bus through PostgreSQL", () => {
  afterAll(() => admin.end());

  const open = () => {
    const installation = randomUUID().slice(0, 8);
    const bus = () => openBus({ redisUrl: null, databaseUrl: DATABASE }, installation, log);
    return { one: bus(), two: bus(), installation };
  };
  const kill = (installation: string) =>
    admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
      `serenade_${installation}`,
    ]);
  const bothConnected = (...buses: Bus[]) =>
    vi.waitFor(() => expect(buses.map((bus) => bus.gaps())).not.toContain(null), soon);

  it("delivers a message once to every process, in order, whatever its length and characters", async () => {
    const { one, two } = open();
    const [atOne, atTwo] = [receivedBy(one, "topic"), receivedBy(two, "topic")];
    await bothConnected(one, two);
    const messages = [
      { n: 1 },
      "x".repeat(7_899),
      '\u0000\n\\"🎈日本'.repeat(4_000),
      ...Array.from({ length: 3_000 }, (_, n) => ({ n, text: "the same again ".repeat(n % 7) })),
      { n: "last" },
    ];
    for (const message of messages) one.publish("topic", message);
    await vi.waitFor(() => expect(atTwo).toHaveLength(messages.length), soon);
    expect(atTwo).toEqual(messages);
    expect(atOne).toEqual(messages);
    two.publish("topic", "back");
    await vi.waitFor(() => expect([atOne.at(-1), atTwo.at(-1)]).toEqual(["back", "back"]), soon);
    await Promise.all([one.close(), two.close()]);
  });

  it("reports a gap and resubscribes by itself", async () => {
    const { one, two, installation } = open();
    const atTwo = receivedBy(two, "topic");
    await bothConnected(one, two);
    const before = [one.gaps()!, two.gaps()!];
    await kill(installation);
    await vi.waitFor(() => expect(one.gaps()).toBeGreaterThan(before[0]!), soon);
    await vi.waitFor(() => expect(two.gaps()).toBeGreaterThan(before[1]!), soon);
    one.publish("topic", "again");
    await vi.waitFor(() => expect(atTwo).toContain("again"), soon);
    await Promise.all([one.close(), two.close()]);
  });

  it("notices a half-open connection, and other processes are informed of messages that it could not publish", async () => {
    const { hostname, port } = new URL(DATABASE);
    const hole = await digHole({ host: hostname, port: Number(port || 5432) });
    const through = new URL(DATABASE);
    through.host = `127.0.0.1:${hole.port}`;
    const installation = randomUUID().slice(0, 8);
    const bus = openBus({ redisUrl: null, databaseUrl: through.href }, installation, log);
    const other = openBus({ redisUrl: null, databaseUrl: DATABASE }, installation, log);
    const atOther = receivedBy(other, "topic");
    await bothConnected(bus, other);
    const [before, othersBefore] = [bus.gaps()!, other.gaps()!];
    hole.swallow("swallowed");
    await vi.waitFor(() => expect(bus.gaps()).toBeNull(), soon);
    bus.publish("topic", "to nobody");
    hole.heal();
    await vi.waitFor(() => expect(bus.gaps()).toBeGreaterThan(before), { timeout: 10_000, interval: 20 });
    await vi.waitFor(() => expect(other.gaps()).toBeGreaterThan(othersBefore), soon); // informed of what was not published
    expect(atOther).toEqual([]);
    await Promise.all([bus.close(), other.close()]);
    await hole.close();
  }, 30_000);
});
