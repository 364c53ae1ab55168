/**
 * The event stream with ten thousand browsers on one process: memory for each, how soon events and messages arrive at a fixed
 * rate, and how long until all are back after a kill -9. Beside a bare WebSocket server with the same browsers (data.md §9, 10).
 */
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { freePort, pause, startProduct } from "../faults/servers.ts";
import { openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import { tell } from "../server/kernel/live.ts";
import { openSession } from "../server/modules/account/sessions/commands.ts";
import { startBrowsers } from "./browsers.ts";
import type { Figure } from "./report.ts";
import type { Stage } from "./stage.ts";

const CONNECTIONS = 10_000;
const SECONDS = 8;
const EVENT_RATES = [1_000, 5_000];
const MESSAGES_PER_SECOND = 200;
/** Ten thousand who came at once are written down as active and taken into the columns of search: that is no idle minute. */
const SETTLE_MS = 20_000;
const BARE = "a bare stream";
const BARE_CHANNEL = "bare";

export async function measureLive(stage: Stage): Promise<Figure[]> {
  const app = await openApp(readConfig(stage.env));
  const { rows } = await app.db.raw("select id from members where site_id = 1 order by id limit $1", [CONNECTIONS]);
  const members = (rows as { id: number }[]).map(({ id }) => Number(id));
  const cookies: string[] = [];
  for (const member of members) cookies.push(`auth=${await openSession(app, app.db, 1, member, "bench")}`);

  const bare = await measureBare(stage.env.REDIS_URL!, cookies);
  let product = await startProduct(stage.env, await freePort());
  const browsers = startBrowsers();
  const figures: Figure[] = [];
  const add = (what: string, value: number, unit: string, limit?: number) =>
    figures.push({ part: "live", what, value, unit, ...(limit ? { limit: { what: BARE, value: limit } } : {}) });

  const empty = residentKb(product.pid);
  const began = performance.now();
  browsers.order({ do: "connect", url: product.url, cookies });
  await browsers.open(cookies.length);
  add(`${cookies.length} browsers connected`, (performance.now() - began) / 1_000, "s");
  await pause(SETTLE_MS);
  add("memory for an idle connection", (residentKb(product.pid) - empty) / cookies.length, "kB", bare.kb);

  for (const rate of EVENT_RATES) {
    await browsers.took();
    const sent = await atRate(rate, () =>
      tell(app.bus, 1, members[Math.floor(Math.random() * members.length)]!, { type: "typing", at: `at ${now()}` }),
    );
    addTimes(figures, `${rate} events a second, from another process`, sent, await browsers.took(), bare.ms.get(rate));
  }
  await browsers.took();
  const sent = await atRate(MESSAGES_PER_SECOND, () => void send(stage, product.url).catch(() => {}));
  addTimes(
    figures,
    `${MESSAGES_PER_SECOND} messages a second, from the request to the other side`,
    sent,
    await browsers.took(),
  );

  for (const spread of [false, true]) {
    browsers.order({ do: "wait", spread });
    await browsers.took();
    await product.kill();
    browsers.cutOff();
    const killed = performance.now();
    product = await startProduct(stage.env, Number(new URL(product.url).port));
    const ready = performance.now();
    const attempts = await browsers.open(cookies.length);
    const how = spread ? "spread" : "every 250 ms";
    add(`kill -9, all back (${how}), after the process was ready`, (performance.now() - ready) / 1_000, "s");
    add(`kill -9, all back (${how}), from the kill`, (performance.now() - killed) / 1_000, "s");
    add(`kill -9, attempts (${how})`, attempts, "");
  }
  browsers.child.kill();
  await product.stop();
  await app.close();
  return figures;
}

/** The same browsers on a server that does nothing but hand on what another process says. */
async function measureBare(redisUrl: string, cookies: string[]): Promise<{ kb: number; ms: Map<number, number[]> }> {
  const env = { ...process.env, REDIS_URL: redisUrl };
  const server = fork(fileURLToPath(new URL("./bare-live.ts", import.meta.url)), { env });
  const port = await new Promise<number>((resolve) => server.once("message", (said) => resolve(said as number)));
  const publisher = new Redis(redisUrl, { enableAutoPipelining: true });
  const browsers = startBrowsers();
  const empty = residentKb(server.pid!);
  browsers.order({ do: "connect", url: `http://127.0.0.1:${port}`, cookies });
  await browsers.open(cookies.length);
  await pause(3_000);
  const kb = (residentKb(server.pid!) - empty) / cookies.length;
  const ms = new Map<number, number[]>();
  for (const rate of EVENT_RATES) {
    await browsers.took();
    await atRate(rate, () => void publisher.publish(BARE_CHANNEL, `{"type":"typing","at":"at ${now()}"}`));
    ms.set(rate, await browsers.took());
  }
  browsers.child.kill();
  server.kill();
  publisher.disconnect();
  return { kb, ms };
}

function addTimes(figures: Figure[], what: string, sent: number, ms: number[], bare?: number[]): void {
  for (const part of [0.5, 0.99]) {
    const limit = bare ? { limit: { what: BARE, value: partOf(bare, part) } } : {};
    figures.push({ part: "live", what: `${what}: p${part * 100}`, value: partOf(ms, part), unit: "ms", ...limit });
  }
  figures.push({ part: "live", what: `${what}: delivered`, value: (100 * ms.length) / sent, unit: "%" });
}

const now = (): number => performance.timeOrigin + performance.now();

const partOf = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

/** Works so many times a second, evenly within each 10 ms; the number of times. */
async function atRate(rate: number, work: () => void): Promise<number> {
  const began = performance.now();
  let done = 0;
  while (performance.now() - began < SECONDS * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * rate);
    for (; done < due; done++) work();
    await pause(2);
  }
  await pause(1_500);
  return done;
}

async function send({ conversations }: Stage, url: string): Promise<void> {
  const { sealed, cookie } = conversations[Math.floor(Math.random() * conversations.length)]!;
  await fetch(`${url}/api/chat.php`, {
    method: "POST",
    headers: { cookie, origin: url, "content-type": "application/json" },
    body: JSON.stringify({ client_id: randomUUID(), id: sealed, message: `at ${now()}` }),
  }).then((answer) => answer.text());
}

/** Resident memory of the process, in kB (Linux). */
const residentKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
