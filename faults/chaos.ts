/**
 * Random kills under mixed chat: two processes of the product, Redis and PostgreSQL, each by kill -9, for some
 * minutes: `node faults/chaos.ts --seconds 600`. The clients use either process and retry with the same ids. Prints its
 * counts; exits with 1 if an acknowledged write is lost, duplicated, out of order or miscounted.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { populate } from "./population.ts";
import { freePort, pause, startProduct, startRealServers } from "./servers.ts";
import { startTraffic } from "./traffic.ts";
import { verify } from "./verify.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "600" } } });
const BETWEEN_MS = 4_000;

const directory = mkdtempSync(join(tmpdir(), "serenade-chaos-"));
const servers = await startRealServers();
const env = { DATA_DIR: directory, DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl };
console.info(`chaos: two processes, Redis and PostgreSQL killed at random for ${values.seconds} s`);
const population = await populate(env, { pairs: 30, buyers: 8 });

const products = await Promise.all([0, 1].map(async () => startProduct(env, await freePort())));
const urls = products.map(({ url }) => url);
const traffic = startTraffic(() => urls[Math.floor(Math.random() * urls.length)]!, population, true);

const victims: Record<string, () => Promise<void>> = {
  "first process": () => reborn(0),
  "second process": () => reborn(1),
  Redis: servers.redis.restart,
  PostgreSQL: servers.postgres.restart,
};
const deaths = new Map<string, { times: number; longest: number }>(
  Object.keys(victims).map((name) => [name, { times: 0, longest: 0 }]),
);
const until = performance.now() + Number(values.seconds) * 1_000;
while (performance.now() < until) {
  await pause(BETWEEN_MS * (0.5 + Math.random()));
  // the least killed is next, so that a short run kills each
  const [name, death] = [...deaths].sort(([, a], [, b]) => a.times - b.times || Math.random() - 0.5)[0]!;
  const began = performance.now();
  await victims[name]!();
  death.times++;
  death.longest = Math.max(death.longest, performance.now() - began);
}
await traffic.finish();
await pause(1_000);
for (const product of products) await product.stop();

for (const [name, { times, longest }] of deaths)
  console.info(
    `  ${String(times).padStart(8)}  times ${name} was killed, back after ${Math.round(longest)} ms at most`,
  );
const { counts, wrong } = await verify(env, traffic.record);
await servers.stop();
rmSync(directory, { recursive: true, force: true });
for (const [what, n] of Object.entries({ ...counts, ...wrong })) console.info(`  ${String(n).padStart(8)}  ${what}`);
const bad = Object.values(wrong).some((n) => n !== 0);
if (bad || Object.values(counts).includes(0)) {
  console.error("FAILED");
  process.exit(1);
}
console.info("passed");
process.exit(0);

async function reborn(which: number): Promise<void> {
  const { url } = products[which]!;
  await products[which]!.kill();
  products[which] = await startProduct(env, Number(new URL(url).port));
}
