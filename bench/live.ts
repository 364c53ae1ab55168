/**
 * The event stream with ten thousand browsers on one process: memory, latency of events and messages at a fixed rate, and
 * time until all have reconnected after a kill -9. Beside a bare WebSocket server with the same browsers (data.md §9, 10).
 */
import { randomUUID } from "node:crypto";
import { freePort, pause, startProduct } from "../faults/servers.ts";
import { type App, openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import { publishEvent } from "../server/kernel/live.ts";
import { openSession } from "../server/modules/account/sessions/commands.ts";
import { startBrowsers } from "./browsers.ts";
import { type Delivery, EVENT_RATES, measureListening, openBarePublisher, ROUNDS, SETTLE_MS } from "./live-events.ts";
import { atRate, now } from "./rate.ts";
import { type Figure, median } from "./report.ts";
import type { Stage } from "./stage.ts";

const CONNECTIONS = 10_000;
const MESSAGES_PER_SECOND = 200;
const BARE = "a bare stream";

type Add = (what: string, value: number, unit: string, bare?: number) => void;

export async function measureLive(stage: Stage): Promise<Figure[]> {
  const app = await openApp(readConfig(stage.env));
  const { rows } = await app.db.raw("select id from members where site_id = 1 order by id limit $1", [CONNECTIONS]);
  const members = (rows as { id: number }[]).map(({ id }) => Number(id));
  const cookies: string[] = [];
  for (const member of members) cookies.push(`auth=${await openSession(app, app.db, 1, member, "bench")}`);
  const figures: Figure[] = [];
  const add: Add = (what, value, unit, bare) =>
    figures.push({ part: "live", what, value, unit, ...(bare ? { limit: { what: BARE, value: bare } } : {}) });
  await measureEvents(app, stage, { members, cookies }, add);
  await measureMessages(stage, cookies, add);
  await app.close();
  return figures;
}

async function measureEvents(
  app: App,
  stage: Stage,
  { members, cookies }: { members: number[]; cookies: string[] },
  add: Add,
): Promise<void> {
  const publisher = openBarePublisher(stage.env.REDIS_URL!);
  const bare = await measureListening("bare", stage.env, { cookies, members, publishElsewhere: publisher.publish });
  publisher.close();
  const publishElsewhere = () =>
    publishEvent(app.bus, 1, members[Math.floor(Math.random() * members.length)]!, {
      type: "typing",
      at: `at ${now()}`,
    });
  const ours = await measureListening("product", stage.env, { cookies, members, publishElsewhere });
  add(`${cookies.length} browsers connected`, ours.connectSeconds, "s", bare.connectSeconds);
  add("memory for an idle connection", ours.kb, "kB", bare.kb);
  for (const rate of EVENT_RATES) {
    addTimes(add, `${rate} events a second, published in the process`, ours.own.get(rate)!, bare.own.get(rate));
    addTimes(add, `${rate} events a second, from another process`, ours.elsewhere.get(rate)!, bare.elsewhere.get(rate));
  }
}

/** Latency from request to receiver, and reconnects of ten thousand browsers when the process is killed. */
async function measureMessages(stage: Stage, cookies: string[], add: Add): Promise<void> {
  let product = await startProduct(stage.env, await freePort());
  const browsers = startBrowsers();
  browsers.command({ do: "connect", url: product.url, cookies });
  await browsers.open(cookies.length);
  await pause(SETTLE_MS);
  await browsers.took();
  const deliveries: Delivery[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const sent = await atRate(MESSAGES_PER_SECOND, () => void send(stage, product.url).catch(() => {}));
    deliveries.push({ sent, ms: await browsers.took() });
  }
  addTimes(add, `${MESSAGES_PER_SECOND} messages a second, from the request to the receiver`, deliveries);

  for (const spread of [false, true]) {
    browsers.command({ do: "wait", spread });
    await browsers.took();
    await product.kill();
    browsers.cutOff();
    const killed = performance.now();
    product = await startProduct(stage.env, Number(new URL(product.url).port));
    const ready = performance.now();
    const attempts = await browsers.open(cookies.length);
    const how = spread ? "spread" : "every 250 ms";
    add(`kill -9, all reconnected (${how}), after the process was ready`, (performance.now() - ready) / 1_000, "s");
    add(`kill -9, all reconnected (${how}), from the kill`, (performance.now() - killed) / 1_000, "s");
    add(`kill -9, attempts (${how})`, attempts, "");
  }
  browsers.child.kill();
  await product.stop();
}

function addTimes(add: Add, what: string, deliveries: Delivery[], bare?: Delivery[]): void {
  for (const part of [0.5, 0.99])
    add(`${what}: p${part * 100}`, partOf(deliveries, part), "ms", bare && partOf(bare, part));
  const sum = (count: (one: Delivery) => number) => deliveries.reduce((all, one) => all + count(one), 0);
  add(`${what}: delivered`, (100 * sum(({ ms }) => ms.length)) / sum(({ sent }) => sent), "%");
}

/** The median over the rounds. */
const partOf = (rounds: Delivery[], part: number): number =>
  median(rounds.map(({ ms }) => ms.toSorted((a, b) => a - b)[Math.floor((ms.length - 1) * part)] ?? Number.NaN));

async function send({ conversations }: Stage, url: string): Promise<void> {
  const { publicId, cookie } = conversations[Math.floor(Math.random() * conversations.length)]!;
  await fetch(`${url}/api/chat.php`, {
    method: "POST",
    headers: { cookie, origin: url, "content-type": "application/json" },
    body: JSON.stringify({ client_id: randomUUID(), id: publicId, message: `at ${now()}` }),
  }).then((answer) => answer.text());
}
