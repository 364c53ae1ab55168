/**
 * Search among a million members (`npm run bench -- --only million`, about ten minutes): the targets 1 and 3 to 6 of data.md §9,
 * searches one at a time and sixteen at once, and random combinations of filters over HTTP.
 */

import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort, startProduct } from "../faults/servers.ts";
import { openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import { type NoParams, read } from "../server/kernel/db/statement.ts";
import { openSession } from "../server/modules/account/sessions/commands.ts";
import { isSearchReady, measureIndexes } from "../server/modules/search/index/queries.ts";
import { measureDatabase } from "./database.ts";
import { measureHttp } from "./http.ts";
import { type Figure, median } from "./report.ts";
import { searchesOn } from "./search-mix.ts";
import type { Stage } from "./stage.ts";

const SEARCHES = 2_000;
const NEAR_ASKS = 300;
const WARM = 200;
/** Interleaved rounds with the median reported, to exclude interference from other processes. */
const ROUNDS = 7;
const select1 = read<NoParams, { one: number }>("select 1 as one");

export async function measureMillion(stage: Stage): Promise<Figure[]> {
  const figures = [...(await measureDatabase(stage)), ...(await latencies(stage))];
  figures.push(...(await measureHttp(stage)), ...(await near(stage)));
  measureMixes(stage);
  return figures;
}

/** Random combinations of filters over HTTP, with output of its own; see filters.ts. */
export function measureMixes(stage: Stage): void {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL("./filters.ts", import.meta.url))], {
    stdio: "inherit",
    env: { ...process.env, ...stage.env },
  });
  if (status !== 0) throw new Error("random mixes failed");
}

/** A page and its exact total beside the cheapest statement; load time and memory of the index. */
async function latencies(stage: Stage): Promise<Figure[]> {
  const app = await openApp(readConfig(stage.env));
  const began = performance.now();
  while (!(await isSearchReady(app))) await sleep(20);
  const loaded = (performance.now() - began) / 1_000;
  const { members, bytes } = measureIndexes(app);
  const search = await searchesOn(app, SEARCHES);
  const pool = new pg.Pool({ connectionString: stage.databaseUrl!, max: 8 });
  const figures: Figure[] = [
    { part: "million", what: "load time of the search index", value: loaded, unit: "s", target: 10 },
    {
      part: "million",
      what: "memory of the search index per member",
      value: bytes / members,
      unit: "bytes",
      target: 60,
    },
  ];
  for (const atOnce of [1, 16]) {
    const took = await inRounds(atOnce, SEARCHES, {
      // data.md's raw limit: a pool of `pg`, one statement at a time on each connection.
      cheapest: () => pool.query({ name: "cheapest", text: select1.text }),
      search,
    });
    const limit = { what: "select 1, p50", value: took.cheapest!(0.5) };
    figures.push({ part: "million", what: `select 1, ${atOnce} at once: p50`, value: limit.value, unit: "ms" });
    for (const part of [0.5, 0.99])
      figures.push({
        part: "million",
        what: `list and total, ${atOnce} at once: p${part * 100}`,
        value: took.search!(part),
        unit: "ms",
        limit,
      });
  }
  await pool.end();
  await app.close();
  return figures;
}

/** HTTP answers near a town beside the same by country alone, one at a time. */
async function near(stage: Stage): Promise<Figure[]> {
  const app = await openApp(readConfig(stage.env));
  const { rows } = await app.db.raw(
    "select id from members where site_id = 1 and country = 'NL' and city = 'Amsterdam' and confirmed_at is not null order by id limit 100",
  );
  const cookies: string[] = [];
  for (const { id } of rows as { id: number }[])
    cookies.push(`auth=${await openSession(app, app.db, 1, Number(id), "bench")}`);
  await app.close();
  const product = await startProduct(stage.env, await freePort());
  // In turn, so that none reaches the rate limit of views.
  let asked = 0;
  const request = async (query: string) => {
    const cookie = cookies[asked++ % cookies.length]!;
    return (await fetch(`${product.url}/api/members.php?${query}`, { headers: { cookie } })).json();
  };
  const took = await inRounds(1, NEAR_ASKS, {
    "by country": () => request("gender=woman&country=NL"),
    "near, 50 km": () => request("gender=woman&near=50"),
    "near, 200 km": () => request("gender=woman&near=200"),
  });
  const figures: Figure[] = Object.entries(took).flatMap(([what, at]) =>
    [0.5, 0.95, 0.99].map((part) => ({
      part: "million",
      what: `HTTP, ${what}: p${part * 100}`,
      value: at(part),
      unit: "ms",
    })),
  );
  await product.stop();
  return figures;
}

type At = (part: number) => number;

/** Latencies in ms, by part: the kinds in interleaved rounds, after a warm-up. */
async function inRounds(
  atOnce: number,
  count: number,
  works: Record<string, (n: number) => Promise<unknown>>,
): Promise<Record<string, At>> {
  const rounds: Record<string, At[]> = {};
  for (const work of Object.values(works)) await times(atOnce, WARM, work); // each connection plans each statement once
  for (let round = 0; round < ROUNDS; round++) {
    for (const [what, work] of Object.entries(works)) {
      rounds[what] ??= [];
      rounds[what].push(await times(atOnce, count, work));
    }
  }
  const medianOf = (all: At[]) => (part: number) => median(all.map((at) => at(part)));
  return Object.fromEntries(Object.entries(rounds).map(([what, all]) => [what, medianOf(all)]));
}

async function times(atOnce: number, count: number, work: (n: number) => Promise<unknown>): Promise<At> {
  const ms: number[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) {
      const began = performance.now();
      await work(n);
      ms.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  ms.sort((a, b) => a - b);
  return (part) => ms[Math.floor(part * (ms.length - 1))]!;
}
