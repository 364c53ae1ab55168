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
import type { Figure } from "./report.ts";
import { searchStatements } from "./search-mix.ts";
import type { Stage } from "./stage.ts";

const SEARCHES = 2_000;
const NEAR_ASKS = 300;
const WARM = 200;
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
    // data.md's floor: through `pg` as it is mostly used, one statement at a time on each connection of a pool.
    const cheapest = await timesOf(atOnce, () => pool.query({ name: "cheapest", text: select1.text }));
    const pipelined = await timesOf(atOnce, () => db.all(select1));
    const limit = { what: "select 1, p50", value: cheapest.at(0.5) };
    figures.push(
      { part: "million", what: `select 1, ${atOnce} at once: p50`, value: limit.value, unit: "ms" },
      { part: "million", what: `select 1 pipelined, ${atOnce} at once: p50`, value: pipelined.at(0.5), unit: "ms" },
    );
    for (const [what, statements] of Object.entries(asked)) {
      const took = await timesOf(atOnce, (n) => db.all(statements[n]!.statement, ...statements[n]!.params));
      figures.push(
        { part: "million", what: `${what}, ${atOnce} at once: p50`, value: took.at(0.5), unit: "ms", limit },
        { part: "million", what: `${what}, ${atOnce} at once: p99`, value: took.at(0.99), unit: "ms", limit },
      );
    }
  }
  await pool.end();
  return figures;
}

/** Of so many, after some that nobody counts: each connection plans each statement once. */
async function timesOf(atOnce: number, work: (n: number) => Promise<unknown>) {
  await times(atOnce, WARM, work);
  return times(atOnce, SEARCHES, work);
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
    "select id from members where site_id = 1 and country = 'NL' and city = 'Amsterdam' and confirmed_at is not null order by id limit 1",
  );
  const cookie = `auth=${await openSession(app, app.db, 1, Number((rows as { id: number }[])[0]!.id), "bench")}`;
  await app.close();
  const product = await startProduct(stage.env, await freePort());
  // A process that has just started reads its columns for search: that is over when a mix of filters is answered.
  await fetch(`${product.url}/api/members.php?photo=true`, { headers: { cookie } });
  const figures: Figure[] = [];
  for (const [what, query] of [
    ["by country", "gender=woman&country=NL"],
    ["near, 50 km", "gender=woman&near=50"],
    ["near, 200 km", "gender=woman&near=200"],
  ]) {
    const ask = async () => (await fetch(`${product.url}/api/members.php?${query}`, { headers: { cookie } })).json();
    await times(1, 20, ask);
    const took = await times(1, NEAR_ASKS, ask);
    for (const part of [0.5, 0.95, 0.99])
      figures.push({ part: "million", what: `HTTP, ${what}: p${part * 100}`, value: took.at(part), unit: "ms" });
  }
  await product.stop();
  return figures;
}

async function times(atOnce: number, count: number, work: (n: number) => Promise<unknown>) {
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
  return { at: (part: number) => ms[Math.floor(part * (ms.length - 1))]! };
}
