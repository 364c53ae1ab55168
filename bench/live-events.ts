/**
 * Ten thousand listening browsers on one process: memory per connection, and the latency of events
 * published by the process itself or by another one. The product beside a bare WebSocket server with the same browsers.
 */
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { pause } from "../faults/servers.ts";
import { startBrowsers } from "./browsers.ts";
import { atRate, now } from "./rate.ts";

export interface PublishCommand {
  rate: number;
  members: number[];
}

export const EVENT_RATES = [1_000, 5_000];
/** Time for recording the activity of ten thousand new connections and for indexing it, which is not idle time. */
export const SETTLE_MS = 20_000;
/** The young generation grows while clients connect, up to 96 MB, and would distort the memory per connection. */
const SMALL_YOUNG = "--max-semi-space-size=2";
/** The median of these is reported, to exclude interference from other processes. */
export const ROUNDS = 5;
const SERVERS = { product: "./live-server.ts", bare: "./bare-live.ts" };

export interface Listening {
  /** Resident memory per connection, in kB. */
  kb: number;
  connectSeconds: number;
  /** Deliveries by rate and round, published in the same process, without Redis. */
  own: Map<number, Delivery[]>;
  /** And published by `publishElsewhere` in another process. */
  elsewhere: Map<number, Delivery[]>;
}

export interface Delivery {
  sent: number;
  /** Latency of each in milliseconds. */
  ms: number[];
}

export async function measureListening(
  which: keyof typeof SERVERS,
  env: Record<string, string>,
  { cookies, members, publishElsewhere }: { cookies: string[]; members: number[]; publishElsewhere: () => void },
): Promise<Listening> {
  const { kb } = await withServer(which, { ...env, NODE_OPTIONS: SMALL_YOUNG }, async ({ pid, url }) => {
    const empty = residentKb(pid);
    return withBrowsers(url, cookies, async () => {
      await pause(SETTLE_MS);
      return { kb: (residentKb(pid) - empty) / cookies.length };
    });
  });
  const { seconds, deliveries: own } = await receiveAll(
    which,
    { ...env, REDIS_URL: undefined },
    cookies,
    (rate, publish) => publish({ rate, members }),
  );
  const { deliveries: elsewhere } = await receiveAll(which, env, cookies, (rate) => atRate(rate, publishElsewhere));
  return { kb, connectSeconds: seconds, own, elsewhere };
}

/** What the browsers receive, by events per second. */
async function receiveAll(
  which: keyof typeof SERVERS,
  env: NodeJS.ProcessEnv,
  cookies: string[],
  publishAll: (rate: number, publish: Server["publish"]) => Promise<number>,
): Promise<{ seconds: number; deliveries: Map<number, Delivery[]> }> {
  return withServer(which, env, ({ url, publish }) =>
    withBrowsers(url, cookies, async ({ browsers, seconds }) => {
      await pause(SETTLE_MS);
      const deliveries = new Map<number, Delivery[]>(EVENT_RATES.map((rate) => [rate, []]));
      for (let round = 0; round < ROUNDS; round++) {
        for (const [rate, rounds] of deliveries) {
          await browsers.took();
          rounds.push({ sent: await publishAll(rate, publish), ms: await browsers.took() });
        }
      }
      return { seconds, deliveries };
    }),
  );
}

/** A publisher of events for the bare server. */
export function openBarePublisher(redisUrl: string) {
  const redis = new Redis(redisUrl, { enableAutoPipelining: true });
  return {
    publish: () => void redis.publish("bare", `{"type":"typing","at":"at ${now()}"}`),
    close: () => redis.disconnect(),
  };
}

interface Server {
  pid: number;
  url: string;
  publish(command: PublishCommand): Promise<number>;
}

async function withServer<T>(
  which: keyof typeof SERVERS,
  env: NodeJS.ProcessEnv,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const child = fork(fileURLToPath(new URL(SERVERS[which], import.meta.url)), { env: { ...process.env, ...env } });
  const port = await answerOf(child);
  const publish = (command: PublishCommand) => {
    child.send(command);
    return answerOf(child);
  };
  try {
    return await work({ pid: child.pid!, url: `http://127.0.0.1:${port}`, publish });
  } finally {
    child.kill("SIGKILL");
  }
}

const answerOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => child.once("message", (type) => resolve(type as number)));

async function withBrowsers<T>(
  url: string,
  cookies: string[],
  work: (open: { browsers: ReturnType<typeof startBrowsers>; seconds: number }) => Promise<T>,
): Promise<T> {
  const browsers = startBrowsers();
  const began = performance.now();
  browsers.command({ do: "connect", url, cookies });
  await browsers.open(cookies.length);
  try {
    return await work({ browsers, seconds: (performance.now() - began) / 1_000 });
  } finally {
    browsers.child.kill();
  }
}

/** Resident memory of the process, in kB (Linux). */
const residentKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
