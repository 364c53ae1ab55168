/**
 * Timed and queued work on the database (pg-boss): a job runs at least once, in one process at a time, again after a crash.
 * Work is told here by name only; what is to be done stands in the product's own rows (the outbox), so a lost call is made
 * up for by the next tick.
 */
import { fromPglite, PgBoss } from "pg-boss";
import type { Db } from "./db/db.ts";
import type { Log } from "./log.ts";

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
  start(): Promise<void>;
  stop(): Promise<void>;
}

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
const LOOK_OVER = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 };

export function openJobs(db: Db, databaseUrl: string | null, table: Job[], log: Log): Jobs {
  const boss = new PgBoss(
    databaseUrl
      ? { connectionString: databaseUrl, max: 2, schema: "jobs", ...LOOK_OVER }
      : { db: fromPglite(asPglite(db)), backend: "pglite", schema: "jobs", ...LOOK_OVER },
  );
  boss.on("error", (error) => log.warn({ error: error.message }, "jobs: the queue stumbled"));
  const workers = new Map<string, string>();
  const timers: NodeJS.Timeout[] = [];
  const byName = new Map(table.map((job) => [job.name, job]));

  const send = async (name: string) => {
    await boss.send(name, null, { group: { id: name } });
    const worker = workers.get(name);
    if (worker) boss.notifyWorker(worker);
  };
  const run = async (name: string) => {
    const job = byName.get(name);
    if (!job) throw new Error(`no job is called ${name}`);
    await job.run();
  };

  return {
    names: [...byName.keys()],
    run,
    kick: (name) => void (workers.has(name) && send(name).catch(() => {})),
    start: async () => {
      await boss.start();
      for (const job of table) {
        await openQueue(boss, job.name);
        const work = () =>
          run(job.name).catch((error: Error) => {
            log.error(
              { job: job.name, error: error.message, stack: error.stack },
              "a job failed and will be tried again",
            );
            throw error;
          });
        workers.set(job.name, await boss.work(job.name, ONE_AT_A_TIME, work));
        await send(job.name);
        const timer = setInterval(() => void send(job.name).catch(() => {}), job.every * 1000);
        timer.unref();
        timers.push(timer);
      }
    },
    stop: async () => {
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

const asPglite = (db: Db) =>
  ({
    query: (sql: string, params?: unknown[]) => db.raw(sql, params),
    exec: (sql: string) => db.script(sql),
  }) as Parameters<typeof fromPglite>[0];
