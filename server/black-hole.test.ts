/**
 * Half-open connections to the database and to Redis: no request waits forever, readiness reports it, the outage is
 * logged once, and everything recovers by itself.
 */
import { UserApi } from "@serenade/contract/account";
import { ChatsApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import { ProfileApi } from "@serenade/contract/members";
import { SearchApi } from "@serenade/contract/search";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { digHole, type Hole } from "../faults/hole.ts";
import { openPostgres } from "./kernel/db/postgres.ts";
import { type NoParams, read, write } from "./kernel/db/statement.ts";
import { Unavailable } from "./kernel/outages.ts";
import { isReal, type TestApp, testApp } from "./test/app.ts";
import { join, type Person } from "./test/cast.ts";

const BACK_MS = 10_000;

describe.skipIf(!isReal)("a network that swallows", () => {
  let test: TestApp;
  let database: Hole;
  let redis: Hole;
  let anna: Person;
  beforeAll(async () => {
    const servers = { database: new URL(process.env.TEST_DATABASE_URL!), redis: new URL(process.env.TEST_REDIS_URL!) };
    database = await digHole({ host: servers.database.hostname, port: Number(servers.database.port || 5432) });
    redis = await digHole({ host: servers.redis.hostname, port: Number(servers.redis.port || 6379) });
    test = await testApp({ REDIS_URL: `redis://127.0.0.1:${redis.port}` }, { databasePort: database.port });
    anna = await join(test, "anna");
  });
  afterAll(async () => {
    await test.close();
    await database.close();
    await redis.close();
  });

  const ready = async () => {
    const answer = await test.client().fetch("/health/ready");
    return { status: answer.status, body: (await answer.json()) as { ok: boolean; checks: Record<string, unknown> } };
  };
  /** Each way into the database: a read, a single write, a transaction. */
  const everyWay = () =>
    Promise.all([
      anna.call(SearchApi.list, { query: {} }),
      anna.call(ProfileApi.read),
      anna.call(UserApi.language, { body: { language: "en" } }),
      anna.call(ProfileApi.change, { body: { about: "" } as never }),
    ]);
  async function backWithin(ms: number): Promise<void> {
    const began = performance.now();
    for (;;) {
      const answers = await everyWay();
      const took = performance.now() - began;
      if (answers.every(({ status }) => status === 200) && (await ready()).body.ok) break;
      expect(took).toBeLessThan(ms);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(performance.now() - began).toBeLessThan(ms);
  }

  it("is ready when all checks pass", async () => {
    expect(await ready()).toEqual({
      status: 200,
      body: { ok: true, checks: { database_read: true, database_write: true, site: true, search: true, jobs: [] } },
    });
  });

  it("recovers within ten seconds where old connections are dead and new ones work", async () => {
    database.swallow("good");
    await backWithin(BACK_MS);
  }, 60_000);

  it("reports not ready within the deadline, blocks no request, and recovers with the network", async () => {
    database.swallow("swallowed");
    const began = performance.now();
    expect(await ready()).toEqual({
      status: 503,
      body: {
        ok: false,
        checks: { database_read: false, database_write: false, site: null, search: true, jobs: null },
      },
    });
    expect(performance.now() - began).toBeLessThan(3_000);
    const [warn, error] = [vi.spyOn(test.app.log, "warn"), vi.spyOn(test.app.log, "error")];
    const answers = (await Promise.all(Array.from({ length: 10 }, everyWay))).flat();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    // one line, unless the outage of the test before is not over yet as far as the log is concerned
    expect(warn.mock.calls.length).toBeLessThanOrEqual(1);
    expect(error.mock.calls).toEqual([]);
    expect(performance.now() - began).toBeLessThan(25_000);
    database.heal();
    await backWithin(BACK_MS);
  }, 90_000);

  it("logs one line when the outage begins and one when it ends, however many callers fail", async () => {
    const lines: string[] = [];
    const warn = (_: object, line: string) => void lines.push(line);
    const db = await openPostgres(test.app.config.databaseUrl!, { pool: 2, log: { warn } as never });
    const one = read<NoParams, { one: number }>("select 1 as one");
    database.swallow("swallowed");
    const asked = Array.from({ length: 60 }, (_, n) => (n % 2 ? db.one(one) : db.transaction((tx) => tx.one(one))));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === "fulfilled")).toEqual([]);
    expect(lines).toEqual(["database: unavailable, retrying"]);
    database.heal();
    await expect.poll(() => db.one(one).catch(() => null), { timeout: BACK_MS }).toEqual({ one: 1 });
    await expect.poll(() => db.one(one).then(() => lines), { timeout: BACK_MS }).toHaveLength(2);
    expect(lines[1]).toBe("database: available again");
    await db.close();
    await backWithin(BACK_MS); // the others share the network
  }, 60_000);

  it("releases the locks of a dead connection as soon as it is cut", async () => {
    const patient = write<NoParams>("select set_config('idle_in_transaction_session_timeout', '60000', true)");
    const lock = write<NoParams>("select 1 from product_clock for update");
    const { db } = test.app;
    const began = performance.now();
    const cutOff = db.transaction(async (tx) => {
      await tx.one(patient);
      await tx.one(lock);
      database.swallow("good");
      await tx.one(lock);
    });
    await expect(cutOff).rejects.toThrow(Unavailable);
    await expect
      .poll(
        () =>
          db.one(lock).then(
            () => true,
            () => false,
          ),
        { timeout: BACK_MS },
      )
      .toBe(true);
    expect(performance.now() - began).toBeLessThan(BACK_MS);
    await backWithin(BACK_MS);
  }, 60_000);

  it("cuts no statement that the server is still working on, however long it takes", async () => {
    const slow = read<NoParams, { slept: boolean }>("select pg_sleep(4) is not null as slept");
    const { db } = test.app;
    const answers = await Promise.all([db.one(slow), db.transaction((tx) => tx.one(slow))]);
    expect(answers).toEqual([{ slept: true }, { slept: true }]);
  }, 30_000);

  it("works while Redis drops packets, and caches nothing until it receives again", async () => {
    const hears = () => test.app.bus.gaps();
    await expect.poll(hears, { timeout: 10_000 }).not.toBeNull();
    redis.swallow("swallowed");
    const began = performance.now();
    expect((await anna.call(LikesApi.list)).status).toBe(200);
    // a limit that fails closed reports that, and does not wait either
    const login = await test.client().call(UserApi.login, { body: { email: anna.email, password: "wrong" } });
    expect(login.status).toBe(429);
    expect(performance.now() - began).toBeLessThan(8_000);
    await expect.poll(hears, { timeout: 10_000 }).toBeNull();
    expect((await anna.call(ChatsApi.list)).status).toBe(200);
    redis.heal();
    await expect.poll(hears, { timeout: BACK_MS }).not.toBeNull();
  }, 60_000);
});
