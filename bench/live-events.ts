/**
 * Ten thousand browsers on one process that do nothing but listen: what each costs in memory, and how soon an event is there
 * that the process says itself or hears from another. The product beside a bare WebSocket server with the same browsers.
 */
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { pause } from "../faults/servers.ts";
import { startBrowsers } from "./browsers.ts";
import { atRate, now } from "./rate.ts";

export interface SayOrder {
  rate: number;
  members: number[];
}

export const EVENT_RATES = [1_000, 5_000];
/** Ten thousand who came at once are written down as active and taken into the columns of search: that is no idle minute. */
export const SETTLE_MS = 20_000;
/** The young generation grows with the traffic of connecting, up to 96 MB, and says nothing about a connection. */
const SMALL_YOUNG = "--max-semi-space-size=2";
/** The median of these is told: one neighbour's minute on the machine is not the product's. */
export const ROUNDS = 5;
const SERVERS = { product: "./live-server.ts", bare: "./bare-live.ts" };

export interface Listening {
  /** Resident memory of a connection, in kB. */
  kb: number;
  connectSeconds: number;
  /** What was heard by rate, round by round, said in the process itself, which is the only one: no Redis. */
  own: Map<number, Heard[]>;
  /** And said by `sayElsewhere` in another process. */
  elsewhere: Map<number, Heard[]>;
}

export interface Heard {
  sent: number;
  /** Milliseconds that each took. */
  ms: number[];
}

export async function measureListening(
  which: keyof typeof SERVERS,
  env: Record<string, string>,
  { cookies, members, sayElsewhere }: { cookies: string[]; members: number[]; sayElsewhere: () => void },
): Promise<Listening> {
  const { kb } = await withServer(which, { ...env, NODE_OPTIONS: SMALL_YOUNG }, async ({ pid, url }) => {
    const empty = residentKb(pid);
    return withBrowsers(url, cookies, async () => {
      await pause(SETTLE_MS);
      return { kb: (residentKb(pid) - empty) / cookies.length };
    });
  });
  const { seconds, heard: own } = await hearAll(which, { ...env, REDIS_URL: undefined }, cookies, (rate, say) =>
    say({ rate, members }),
  );
  const { heard: elsewhere } = await hearAll(which, env, cookies, (rate) => atRate(rate, sayElsewhere));
  return { kb, connectSeconds: seconds, own, elsewhere };
}

/** What every browser hears of so many events a second, by rate. */
async function hearAll(
  which: keyof typeof SERVERS,
  env: NodeJS.ProcessEnv,
  cookies: string[],
  sayAll: (rate: number, say: Server["say"]) => Promise<number>,
): Promise<{ seconds: number; heard: Map<number, Heard[]> }> {
  return withServer(which, env, ({ url, say }) =>
    withBrowsers(url, cookies, async ({ browsers, seconds }) => {
      await pause(SETTLE_MS);
      const heard = new Map<number, Heard[]>(EVENT_RATES.map((rate) => [rate, []]));
      for (let round = 0; round < ROUNDS; round++) {
        for (const [rate, rounds] of heard) {
          await browsers.took();
          rounds.push({ sent: await sayAll(rate, say), ms: await browsers.took() });
        }
      }
      return { seconds, heard };
    }),
  );
}

/** A publisher that says to the bare server what it hands on. */
export function openBarePublisher(redisUrl: string) {
  const redis = new Redis(redisUrl, { enableAutoPipelining: true });
  return {
    say: () => void redis.publish("bare", `{"type":"typing","at":"at ${now()}"}`),
    close: () => redis.disconnect(),
  };
}

interface Server {
  pid: number;
  url: string;
  say(order: SayOrder): Promise<number>;
}

async function withServer<T>(
  which: keyof typeof SERVERS,
  env: NodeJS.ProcessEnv,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const child = fork(fileURLToPath(new URL(SERVERS[which], import.meta.url)), { env: { ...process.env, ...env } });
  const port = await answerOf(child);
  const say = (order: SayOrder) => {
    child.send(order);
    return answerOf(child);
  };
  try {
    return await work({ pid: child.pid!, url: `http://127.0.0.1:${port}`, say });
  } finally {
    child.kill("SIGKILL");
  }
}

const answerOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => child.once("message", (said) => resolve(said as number)));

async function withBrowsers<T>(
  url: string,
  cookies: string[],
  work: (open: { browsers: ReturnType<typeof startBrowsers>; seconds: number }) => Promise<T>,
): Promise<T> {
  const browsers = startBrowsers();
  const began = performance.now();
  browsers.order({ do: "connect", url, cookies });
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
