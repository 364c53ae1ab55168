import { setTimeout } from "node:timers/promises";
import { UserApi } from "@serenade/contract/account";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Job, openJobs } from "./kernel/jobs.ts";
import { readinessOf } from "./kernel/readiness.ts";
import { type TestApp, testApp } from "./test/app.ts";
import { join } from "./test/cast.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const count = async (table: string): Promise<number> =>
  ((await test.app.db.raw(`select count(*)::int as n from ${table}`)).rows[0] as { n: number }).n;

const queue = (table: Job[]) => openJobs(test.app, table);

describe("the hourly sweep", () => {
  it("forgets sessions, links and mails that are over, and nothing that is not", async () => {
    const anna = await join(test, "anna", { unconfirmed: true });
    await test.app.drain();
    await test.app.jobs.run("sweep");
    expect([await count("sessions"), await count("account_tokens"), await count("mail_outbox")]).toEqual([1, 1, 1]);
    expect((await anna.call(UserApi.current)).body.user?.name).toBe("Anna");
    await test.app.clock.advance(32 * 86_400);
    await test.app.jobs.run("sweep");
    expect([await count("sessions"), await count("account_tokens"), await count("mail_outbox")]).toEqual([0, 0, 0]);
    expect(await count("accounts")).toBe(1);
  });
});

describe("a job that keeps failing", () => {
  it("makes the process unready, by name, and is counted; once it works again everything is well", async () => {
    let broken = true;
    const work = async () => {
      if (broken) throw new Error("a secret that is nobody's business");
    };
    const jobs = openJobs(test.app, [
      { name: "broken", every: 3600, run: work },
      { name: "sound", every: 3600, run: async () => {} },
    ]);
    for (let times = 0; times < 2; times++) await expect(jobs.run("broken")).rejects.toThrow();
    expect(await jobs.failing()).toEqual([]);
    await expect(jobs.run("broken")).rejects.toThrow();
    await jobs.run("sound");
    expect(await jobs.failing()).toEqual(["broken"]);
    const isSearchReady = async () => true;
    const readiness = await readinessOf({ db: test.app.db, jobs, isSearchReady });
    expect(readiness).toEqual({
      ok: false,
      checks: { database_read: true, database_write: true, site: true, search: true, jobs: ["broken"] },
    });
    const metrics = await test.app.metrics.text();
    expect(metrics).toMatch(/job_runs_total\{job="broken",outcome="failed"\} 3/);
    expect(metrics).toMatch(/job_runs_total\{job="sound",outcome="done"\} 1/);
    broken = false;
    await jobs.run("broken");
    expect((await readinessOf({ db: test.app.db, jobs, isSearchReady })).ok).toBe(true);
  });

  it("shows at /health/ready", async () => {
    const ready = async () => {
      const answer = await test.client().fetch("/health/ready");
      return [answer.status, ((await answer.json()) as { checks: { jobs: string[] } }).checks.jobs];
    };
    expect(await ready()).toEqual([200, []]);
    await test.app.db.raw("insert into job_failures values ('sweep', 3), ('of an older version', 9)");
    expect(await ready()).toEqual([503, ["sweep"]]);
    await test.app.jobs.run("sweep");
    expect(await ready()).toEqual([200, []]);
  });

  it("is not ready without a site", async () => {
    await test.app.db.raw("alter table sites rename to sites_away");
    await test.app.db.raw("create table sites (id int)");
    const answer = await test.client().fetch("/health/ready");
    expect([answer.status, ((await answer.json()) as { checks: { site: boolean } }).checks.site]).toEqual([503, false]);
    await test.app.db.raw("drop table sites");
    await test.app.db.raw("alter table sites_away rename to sites");
  });
});

describe("the queue", () => {
  it("is made by whichever of several processes starts first, also when they start in the same instant", async () => {
    for (let times = 0; times < 3; times++) {
      await test.app.db.raw("drop schema if exists jobs cascade");
      const all = Array.from({ length: 4 }, () => queue([{ name: "any", every: 3600, run: async () => {} }]));
      await Promise.all(all.map((jobs) => jobs.start()));
      for (const jobs of all) await jobs.stop();
    }
  }, 60_000);

  it("runs its jobs by itself once started, and what is kicked soon", async () => {
    await test.app.jobs.start();
    await join(test, "bram", { unconfirmed: true });
    await expect.poll(() => count("mail_outbox where sent_at is not null"), { timeout: 15_000 }).toBe(1);
  });

  it("runs a job in one of two processes at a time, and once more for what is kicked meanwhile", async () => {
    let [running, most, runs] = [0, 0, 0];
    const job = {
      name: "slow",
      every: 3600,
      run: async () => {
        most = Math.max(most, ++running);
        await setTimeout(200);
        running--;
        runs++;
      },
    };
    const both = [queue([job]), queue([job])];
    for (const jobs of both) await jobs.start();
    for (let kick = 0; kick < 10; kick++) {
      for (const jobs of both) jobs.kick("slow");
      await setTimeout(50);
    }
    const before = runs;
    both[0]!.kick("slow");
    await expect.poll(() => runs, { timeout: 15_000 }).toBeGreaterThan(before);
    await expect.poll(() => count("jobs.job where name = 'slow' and state < 'completed'"), { timeout: 15_000 }).toBe(0);
    for (const jobs of both) await jobs.stop();
    expect(most).toBe(1);
    expect(runs).toBeLessThan(20);
  });

  it("makes a queue of the older kind anew, which left lying what was kicked after it was looked over", async () => {
    let runs = 0;
    const open = () => queue([{ name: "older", every: 3600, run: async () => void runs++ }]);
    const first = open();
    await first.start();
    await expect.poll(() => runs, { timeout: 15_000 }).toBe(1);
    await first.stop();
    await test.app.db.raw(
      "update jobs.queue set policy = 'stately', singletons_active = array[null]::text[] where name = 'older'",
    );
    const second = open();
    await second.start();
    await expect.poll(() => runs, { timeout: 15_000 }).toBe(2);
    await second.stop();
  });
  it("takes up again what a killed process left running", async () => {
    let runs = 0;
    const open = () => queue([{ name: "killed", every: 3600, run: async () => void runs++ }]);
    const first = open();
    await first.start();
    await expect
      .poll(() => count("jobs.job where name = 'killed' and state = 'completed'"), { timeout: 15_000 })
      .toBe(1);
    await first.stop();
    await test.app.db.raw(
      "update jobs.job set state = 'active', completed_on = null, heartbeat_on = now() - interval '11 seconds' where name = 'killed'",
    );
    const second = open();
    await second.start();
    await expect
      .poll(() => count("jobs.job where name = 'killed' and state = 'completed'"), { timeout: 45_000 })
      .toBe(2);
    await second.stop();
    expect(runs).toBe(3); // it, again, and the one that waited behind it
  }, 60_000);
});
