/**
 * Timed and queued work on the database (pg-boss): a job runs at least once, in one process at a time, again after a crash.
 * Work is told here by name only; what is to be done stands in the product's own rows (the outbox), so a lost call is made
 * up for by the next tick.
 */
import { fromPglite, PgBoss } from "pg-boss";
import type { Db } from "./db/db.ts";
import { read, write } from "./db/statement.ts";
import { isAway, openOutage } from "./outages.ts";
import type { Resources } from "./resources.ts";

export interface Job {
  name: string;
  /** How often it runs by itself, in seconds. */
  every: number;
  run: () => Promise<unknown>;
}

export interface Jobs {
  names: readonly string[];
  /** Runs the job soon, in this process; many calls before it starts are one. */
  kick(name: string): void;
  /** Runs the job now and waits for it: tests and the demo. */
  run(name: string): Promise<void>;
  /** Those that failed so often in a row, in whichever process, that it is no accident. */
  failing(): Promise<string[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Twice may be an accident; pg-boss tries a job three times before it gives it up until its next turn. */
const KEEPS_FAILING = 3;

/**
 * One waits at most, so a kick while one waits is the same kick. That one runs at most is asked of the rows when the next is
 * taken: "stately" and "singleton", which promise the same, remember what ran when the queue was last looked over, and leave
 * the next one lying for a minute.
 */
const QUEUE = {
  policy: "short",
  expireInSeconds: 120,
  /** A process that was killed says nothing any more, and its job is another's within half a minute. */
  heartbeatSeconds: 10,
  retryLimit: 2,
  /** Each look over the queues reads every row, and one that is done is of no use. */
  deleteAfterSeconds: 3600,
} as const;
const ONE_AT_A_TIME = { pollingIntervalSeconds: 2, groupConcurrency: 1 };
/** A database that is away while the jobs are started is waited for. */
const AGAIN_MS = 1_000;
const LOOK_OVER = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 };

const noteFailure = write<[name: string]>(
  `insert into job_failures (name, failures) values ($1, 1)
   on conflict (name) do update set failures = job_failures.failures + 1`,
);
const noteSuccess = write<[name: string]>("delete from job_failures where name = $1");
const failingOf = read<[names: readonly string[]], { name: string }>(
  `select name from job_failures where name = any ($1::text[]) and failures >= ${KEEPS_FAILING} order by name`,
);

type Needs = Pick<Resources, "db" | "log" | "metrics">;

export function openJobs({ db, log, metrics }: Needs, table: Job[]): Jobs {
  const boss = new PgBoss({ ...engineOf(db), schema: "jobs", ...LOOK_OVER });
  const queue = openOutage(log, "job queue");
  boss.on("error", (error) => {
    if (!isAway(error)) queue.lost(error);
  });
  const workers = new Map<string, string>();
  const timers: NodeJS.Timeout[] = [];
  let stopped = false;
  const byName = new Map(table.map((job) => [job.name, job]));

  const send = async (name: string) => {
    await boss.send(name, null, { group: { id: name } });
    const worker = workers.get(name);
    if (worker) boss.notifyWorker(worker);
  };
  const run = async (name: string) => {
    const job = byName.get(name);
    if (!job) throw new Error(`no job is called ${name}`);
    try {
      await job.run();
    } catch (error) {
      // what fails because the database is away is no fault of the job, and could not be written down
      if (!isAway(error)) await noteRun(name, false);
      throw error;
    }
    await noteRun(name, true);
  };
  const noteRun = async (name: string, done: boolean) => {
    metrics.jobRan(name, done);
    await db.one(done ? noteSuccess : noteFailure, name);
  };

  const begin = async () => {
    // of two processes that make the queue's tables in the same instant one fails, and finds them there the second time
    await boss.start().catch(() => boss.start());
    for (const job of table) {
      if (workers.has(job.name)) continue;
      await openQueue(boss, job.name);
      const work = () => {
        queue.works();
        return run(job.name).catch((error: Error) => {
          if (!isAway(error)) log.error({ job: job.name, error: error.message, stack: error.stack }, FAILED);
          throw error;
        });
      };
      workers.set(job.name, await boss.work(job.name, ONE_AT_A_TIME, work));
      const timer = setInterval(() => void send(job.name).catch(() => {}), job.every * 1000);
      timer.unref();
      timers.push(timer);
      await send(job.name);
    }
  };

  return {
    names: [...byName.keys()],
    run,
    failing: async () => (await db.all(failingOf, [...byName.keys()])).map(({ name }) => name),
    kick: (name) => void (workers.has(name) && send(name).catch(() => {})),
    start: async () => {
      for (;;) {
        try {
          return await begin();
        } catch (error) {
          if (!isAway(error) || stopped) throw error;
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS)); // what has begun is not begun again
        }
      }
    },
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      if (workers.size) await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** A queue keeps the policy that it was made with; one of an earlier version is made anew, for nothing is only in it. */
async function openQueue(boss: PgBoss, name: string): Promise<void> {
  const there = await boss.getQueue(name);
  if (there && there.policy !== QUEUE.policy) await boss.deleteQueue(name);
  await boss.createQueue(name, QUEUE);
}

const FAILED = "a job failed and will be tried again";

/** The queue speaks through the product's own connections, so that what holds for those holds for it. */
function engineOf(db: Db): ConstructorParameters<typeof PgBoss>[0] & object {
  const query = (sql: string, params?: unknown[]) => db.raw(sql, params);
  const exec = (sql: string) => db.script(sql);
  if (db.engine === "embedded")
    return { db: fromPglite({ query, exec } as Parameters<typeof fromPglite>[0]), backend: "pglite" };
  const executeSql = async (sql: string, values?: unknown[]) => {
    if (values?.length) return query(sql, values) as Promise<{ rows: never[] }>;
    return { rows: (await exec(sql)).flatMap(({ rows }) => rows) as never[] };
  };
  return { db: { executeSql } };
}
