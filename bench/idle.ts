/** The cost of an idle process: its share of one core, without connections and with two thousand idle event streams. */
import { readFileSync } from "node:fs";
import { freePort, pause, startProduct } from "../faults/servers.ts";
import { openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import { openSession } from "../server/modules/account/sessions/commands.ts";
import { startBrowsers } from "./browsers.ts";
import { SETTLE_MS } from "./live-events.ts";
import type { Figure } from "./report.ts";
import type { Stage } from "./stage.ts";

const STREAMS = 2_000;
const SECONDS = 60;
const TICKS_PER_SECOND = 100; // of /proc, on every Linux that Node runs on

export async function measureIdle(stage: Stage): Promise<Figure[]> {
  const cookies = await openSessions(stage);
  const product = await startProduct(stage.env, await freePort());
  const part = `idle, ${stage.engine}`;
  await pause(SETTLE_MS);
  const alone = await shareOfCore(product.pid);
  const browsers = startBrowsers();
  browsers.command({ do: "connect", url: product.url, cookies });
  await browsers.open(cookies.length);
  await pause(SETTLE_MS);
  const listening = await shareOfCore(product.pid);
  browsers.child.kill();
  await product.stop();
  return [
    { part, what: "no connections, share of one core", value: alone, unit: "%" },
    { part, what: `${STREAMS} idle event streams, share of one core`, value: listening, unit: "%" },
  ];
}

async function openSessions(stage: Stage): Promise<string[]> {
  const app = await openApp(readConfig(stage.env));
  const { rows } = await app.db.raw("select id from members where site_id = 1 order by id limit $1", [STREAMS]);
  const cookies: string[] = [];
  for (const { id } of rows as { id: number }[])
    cookies.push(`auth=${await openSession(app, app.db, 1, Number(id), "bench")}`);
  await app.close();
  return cookies;
}

/** Processor time of all threads over a minute. */
async function shareOfCore(pid: number): Promise<number> {
  const [began, before] = [performance.now(), processorSeconds(pid)];
  await pause(SECONDS * 1_000);
  return (100 * (processorSeconds(pid) - before)) / ((performance.now() - began) / 1_000);
}

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND; // utime and stime
}
