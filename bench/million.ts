/**
 * Search among a million members (`npm run bench -- --only million`, about ten minutes): the targets 1 and 3 to 6 of data.md §9,
 * at the driver one at a time and sixteen at once, the plans, and random mixes of all filters over HTTP.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort, startProduct } from "../faults/servers.ts";
import { openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import type { Db } from "../server/kernel/db/db.ts";
import { listOf } from "../server/kernel/db/gathered.ts";
import { openPostgres } from "../server/kernel/db/postgres.ts";
import { read } from "../server/kernel/db/statement.ts";
import { openSession } from "../server/modules/account/sessions/commands.ts";
import { inlined, measureDatabase } from "./database.ts";
import { measureHttp } from "./http.ts";
import { type Figure, median } from "./report.ts";
import { searchStatements } from "./search-mix.ts";
import type { Stage } from "./stage.ts";

const SEARCHES = 2_000;
const NEAR_ASKS = 300;
const WARM = 200;
/** Interleaved, and the median of them is told: a neighbour's second on the machine is no figure of ours. */
const ROUNDS = 7;
const select1 = read<[], { one: number }>("select 1 as one");

export async function measureMillion(stage: Stage): Promise<Figure[]> {
  const db = await openPostgres(stage.databaseUrl!);
  const figures = [...(await measureDatabase(stage)), ...(await latencies(db, stage.databaseUrl!)), await plans(db)];
  await db.close();
  figures.push(...(await measureHttp(stage)), ...(await near(stage)));
  measureMixes(stage);
  return figures;
}

/** Random mixes of all filters over HTTP, with its own lines; see filters.ts. */
export function measureMixes(stage: Stage): void {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL("./filters.ts", import.meta.url))], {
    stdio: "inherit",
    env: { ...process.env, ...stage.env },
  });
  if (status !== 0) throw new Error("random mixes failed");
}

/** The list, the exact total, and both in one statement, beside the cheapest statement there is. */
async function latencies(db: Db, url: string): Promise<Figure[]> {
  const asked = {
    "the list": await searchStatements(db, SEARCHES, "list"),
    "the total": await searchStatements(db, SEARCHES, "total"),
    "list and total": await searchStatements(db, SEARCHES),
  };
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  const figures: Figure[] = [];
  for (const atOnce of [1, 16]) {
    const took = await inRounds(atOnce, SEARCHES, {
      // data.md's floor: through `pg` as it is mostly used, one statement at a time on each connection of a pool.
      cheapest: () => pool.query({ name: "cheapest", text: select1.text }),
      pipelined: () => db.all(select1),
      ...Object.fromEntries(
        Object.entries(asked).map(([what, statements]) => [
          what,
          (n: number) => db.all(statements[n]!.statement, ...statements[n]!.params),
        ]),
      ),
    });
    const limit = { what: "select 1, p50", value: took.cheapest!(0.5) };
    figures.push(
      { part: "million", what: `select 1, ${atOnce} at once: p50`, value: limit.value, unit: "ms" },
      { part: "million", what: `select 1 pipelined, ${atOnce} at once: p50`, value: took.pipelined!(0.5), unit: "ms" },
    );
    for (const what of Object.keys(asked)) {
      for (const part of [0.5, 0.99]) {
        const value = took[what]!(part);
        figures.push({ part: "million", what: `${what}, ${atOnce} at once: p${part * 100}`, value, unit: "ms", limit });
      }
    }
  }
  await pool.end();
  return figures;
}

/** How many of the statements read a whole table of members: none may. */
async function plans(db: Db): Promise<Figure> {
  let scans = 0;
  for (const { statement, params } of await searchStatements(db, 100)) {
    const alone = inlined(statement, params);
    const together = inlined(statement.together, [listOf(statement, [params, params])]);
    for (const text of await Promise.all([alone, together].map((sql) => planOf(db, sql)))) {
      if (/Seq Scan on (members|member_search|member_facts|member_details)\b/.test(text)) scans++;
    }
  }
  if (scans) throw new Error(`${scans} of 100 searches read a whole table`);
  return { part: "million", what: "searches of 100 that read a whole table", value: scans, unit: "" };
}

async function planOf(db: Db, sql: string): Promise<string> {
  const { rows } = await db.raw(`explain ${sql}`);
  return (rows as Record<string, string>[]).map((row) => row["QUERY PLAN"]).join("\n");
}

/** Whole answers near a town beside the same by country alone, one at a time. */
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
  // A process that has just started reads its columns for search: that is over when a mix of filters is answered.
  await fetch(`${product.url}/api/members.php?photo=true`, { headers: { cookie: cookies[0]! } });
  // In turn, so that none of them meets the limit of looks that every member has.
  let asked = 0;
  const ask = async (query: string) => {
    const cookie = cookies[asked++ % cookies.length]!;
    return (await fetch(`${product.url}/api/members.php?${query}`, { headers: { cookie } })).json();
  };
  const took = await inRounds(1, NEAR_ASKS, {
    "by country": () => ask("gender=woman&country=NL"),
    "near, 50 km": () => ask("gender=woman&near=50"),
    "near, 200 km": () => ask("gender=woman&near=200"),
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

/** How long each took, in ms, by part: one kind after the other, round by round, after some that nobody counts. */
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
