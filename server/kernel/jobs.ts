/**
 * Scheduled work: a job runs at a fixed minimum frequency and soon after it is triggered, in one process at a time,
 * and again after a crash (docs/decisions/060). The table `jobs` only schedules; the work itself is in the product's
 * own rows (the outbox), so a lost trigger only delays it to the next run.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { read, write } from "./db/statement.ts";
import { isUnavailable, openOutage } from "./outages.ts";
import type { Resources } from "./resources.ts";

export interface Job {
  name: string;
  /** How often it runs by itself, in seconds. */
  every: number;
  run: () => Promise<unknown>;
}

export interface Jobs {
  names: readonly string[];
  /** Runs the job soon: in this process, or in one that runs jobs. Many triggers before it starts are one. */
  trigger(name: string): void;
  /** Runs the job now and waits for it: tests and the demo. */
  run(name: string): Promise<void>;
  /** Those that failed so often in a row, in whichever process, that it is no accident. */
  failing(): Promise<string[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const KEEPS_FAILING = 3;
/** The lock of a killed process expires after this; the next poll of another process takes over the job. */
const LEASE_SECONDS = 10;
const RENEW_MS = 3_000;
/** Polling interval: the fallback for lost triggers and expired locks. */
const LOOK_MS = 5_000;
/** Triggers are collected for so long, which bounds how often a job runs that is triggered without pause. */
const TRIGGER_MS = 30;
/** Retry delay while the database is unavailable. */
const AGAIN_MS = 1_000;
/** A longer run counts as failed. */
const LONGEST_RUN_MS = 600_000;
/** Pauses after failures grow from one second to this. */
const LONGEST_PAUSE_SECONDS = 60;
const STOP_MS = 10_000;
const TOPIC = "jobs";

/** Every job is due when a process starts: it may be of a version that finds more to do. */
const schedule = write<{ names: string[]; every: number[] }>(
  `insert into jobs (name, every_seconds)
   select name, every from unnest($names::text[], $every::int[]) as job (name, every) order by name
   on conflict (name) do update set every_seconds = excluded.every_seconds, due_at = now()`,
);
/** A trigger does not shorten the pause of a job that fails. One that is running is due again when it ends. */
const hasten = write<{ names: string[] }>(
  "update jobs set due_at = now() where name = any ($names::text[]) and due_at > now() and failures = 0",
);
const claim = write<{ holder: string; among: string[] }, { claimed: string[]; next_ms: number | null }>(
  `with due as (
     select name from jobs where name = any ($among::text[]) and coalesce(locked_until, due_at) <= now()
      order by name for update skip locked
   ), claimed as (
     update jobs set holder = $holder, locked_until = now() + make_interval(secs => ${LEASE_SECONDS}),
            due_at = now() + make_interval(secs => every_seconds)
       from due where jobs.name = due.name
     returning jobs.name
   )
   select coalesce((select array_agg(name) from claimed), '{}') as claimed,
          (select extract(epoch from min(coalesce(locked_until, due_at)) - now())::float8 * 1000
             from jobs where name = any ($among::text[]) and name not in (select name from claimed)) as next_ms`,
);
const renew = write<{ name: string; holder: string }>(
  `update jobs set locked_until = now() + make_interval(secs => ${LEASE_SECONDS}) where name = $name and holder = $holder`,
);
/** Also for a run without a claim, which is not scheduled and must not release another holder's lock. */
const finish = write<{ name: string; every: number; failed: number; holder: string | null }>(
  `insert into jobs (name, every_seconds, failures, finished_at) values ($name, $every, $failed::int, now())
   on conflict (name) do update set finished_at = now(),
     failures = case when $failed::int = 0 then 0 else jobs.failures + 1 end,
     due_at = case when $failed::int > 0 and jobs.holder = $holder::text
       then now() + make_interval(secs => least(power(2, least(jobs.failures, 10)), jobs.every_seconds, ${LONGEST_PAUSE_SECONDS}))
       else jobs.due_at end,
     locked_until = case when jobs.holder = $holder::text then null else jobs.locked_until end,
     holder = case when jobs.holder = $holder::text then null else jobs.holder end`,
);
const failingOf = read<{ names: readonly string[] }, { name: string }>(
  `select name from jobs where name = any ($names::text[]) and failures >= ${KEEPS_FAILING} order by name`,
);

type Needs = Pick<Resources, "bus" | "db" | "log" | "metrics">;

export function openJobs({ bus, db, log, metrics }: Needs, table: Job[]): Jobs {
  const outage = openOutage(log, "jobs");
  const byName = new Map(table.map((job) => [job.name, job]));
  const holder = randomUUID();
  const running = new Map<string, Promise<void>>();
  const triggered = new Set<string>();
  let state: "new" | "started" | "stopped" = "new";
  let unsubscribe = () => {};

  const triggerHere = (name: string) => {
    triggered.add(name);
    alarm.ringIn(TRIGGER_MS);
  };
  const runDue = async () => {
    const requested = [...triggered];
    triggered.clear();
    try {
      if (requested.length) await db.one(hasten, { names: requested });
      const free = [...byName.keys()].filter((name) => !running.has(name));
      const { claimed, next_ms } = (await db.one(claim, { holder, among: free }))!;
      for (const name of claimed) running.set(name, runClaimed(name));
      outage.works();
      // a millisecond more, for a timer may ring a little early
      alarm.ringIn(Math.min(Math.max((next_ms ?? LOOK_MS) + 1, TRIGGER_MS), LOOK_MS));
    } catch (error) {
      if (!isUnavailable(error)) outage.lost(error as Error);
      for (const name of requested) triggered.add(name);
      alarm.ringIn(AGAIN_MS);
    }
  };
  const alarm = openAlarm(runDue);

  const runClaimed = async (name: string) => {
    const renewing = setInterval(() => void db.one(renew, { name, holder }).catch(() => {}), RENEW_MS);
    renewing.unref();
    await run(name, holder).catch((error: Error) => {
      if (!isUnavailable(error)) log.error({ job: name, error: error.message, stack: error.stack }, FAILED);
    });
    clearInterval(renewing);
    running.delete(name);
    alarm.ringIn(TRIGGER_MS); // it may have been triggered meanwhile
  };
  const run = async (name: string, heldBy: string | null) => {
    const job = byName.get(name);
    if (!job) throw new Error(`no job is called ${name}`);
    try {
      await inTime(job.run());
    } catch (error) {
      // A failure because the database is unavailable does not count against the job: its lock expires, and it runs again.
      if (!isUnavailable(error)) await noteRun(job, false, heldBy);
      throw error;
    }
    await noteRun(job, true, heldBy);
  };
  const noteRun = async ({ name, every }: Job, done: boolean, heldBy: string | null) => {
    metrics.jobRan(name, done);
    await db.one(finish, { name, every, failed: done ? 0 : 1, holder: heldBy });
  };

  return {
    names: [...byName.keys()],
    run: (name) => run(name, null),
    failing: async () => (await db.all(failingOf, { names: [...byName.keys()] })).map(({ name }) => name),
    trigger: (name) => (state === "started" ? triggerHere(name) : bus.publish(TOPIC, name)),
    start: async () => {
      const [names, every] = [table.map(({ name }) => name), table.map((job) => job.every)];
      for (;;) {
        try {
          await db.one(schedule, { names, every });
          break;
        } catch (error) {
          if (!isUnavailable(error) || state === "stopped") throw error;
          await wait(AGAIN_MS);
        }
      }
      if (state === "stopped") return;
      state = "started";
      unsubscribe = bus.subscribe(TOPIC, (name: string) => byName.has(name) && triggerHere(name));
      alarm.ringIn(0);
    },
    stop: async () => {
      state = "stopped";
      unsubscribe();
      await alarm.stop();
      await Promise.race([Promise.all(running.values()), wait(STOP_MS, undefined, { ref: false })]);
    },
  };
}

const FAILED = "a job failed and will be tried again";

/** One timer for whatever is due next, and its work never twice at a time. */
function openAlarm(work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Number.POSITIVE_INFINITY;
  let working: Promise<void> | null = null;
  let stopped = false;
  const ring = () => {
    ringsAt = Number.POSITIVE_INFINITY;
    if (working) return ringIn(TRIGGER_MS);
    working = work().finally(() => {
      working = null;
    });
  };
  /** Schedules the earlier of two times. */
  const ringIn = (ms: number) => {
    const at = performance.now() + ms;
    if (stopped || at >= ringsAt) return;
    clearTimeout(timer);
    ringsAt = at;
    timer = setTimeout(ring, Math.max(ms, 1));
    timer.unref();
  };
  return {
    ringIn,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("took too long")), LONGEST_RUN_MS);
    timer.unref();
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
