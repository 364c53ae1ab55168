/**
 * Networks that drop packets under mixed chat: two processes of the product, each with its own path to PostgreSQL and Redis,
 * and a path that fails silently: `node faults/black-hole.ts --rounds 12 --bus redis|postgres`. Either the old connections
 * are dead and new ones work at once (failover, firewall timeout), or nothing gets through for a while (a dead
 * host). Prints its counts; exits with 1 if recovery takes more than ten seconds or an acknowledged write is lost.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { digHole, type Hole } from "./hole.ts";
import { type Person, populate } from "./population.ts";
import { freePort, pause, startProduct, startRealServers } from "./servers.ts";
import { startTraffic } from "./traffic.ts";
import { verify } from "./verify.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "12" }, bus: { type: "string", default: "redis" } },
});
const BACK_MS = 10_000;
/** The most frequent job runs every 15 s. */
const JOB_MS = 30_000;
const AWAY_MS = [4_000, 12_000] as const;
const BETWEEN_MS = 3_000;

const directory = mkdtempSync(join(tmpdir(), "serenade-hole-"));
const servers = await startRealServers();
const env: Record<string, string> = { DATA_DIR: directory, DATABASE_URL: servers.databaseUrl };
if (values.bus === "redis") env.REDIS_URL = servers.redisUrl;
console.info(`black hole: ${values.rounds} rounds with the bus on ${values.bus}`);
const population = await populate(env, { pairs: 12, buyers: 4 });
const observer = new pg.Client({ connectionString: servers.databaseUrl });
await observer.connect();

const database = [await digHole(servers.postgres), await digHole(servers.postgres)];
const redis = values.bus === "redis" ? [await digHole(servers.redis), await digHole(servers.redis)] : [];
const products = await Promise.all([0, 1].map(async (at) => startProduct(through(at), await freePort())));
const traffic = startTraffic(
  () => products[Math.floor(Math.random() * 2)]!.url,
  { pairs: population.pairs.slice(1), buyers: population.buyers },
  true,
);

const ways: Record<string, Hole[]> = {
  "the database of one": [database[0]!],
  "the database of both": database,
  ...(redis.length ? { "Redis of both": redis, everything: [...database, ...redis] } : {}),
};
const longest = { back: 0, job: 0 };
const tooLong: string[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  const [name, holes] = Object.entries(ways)[round % Object.keys(ways).length]!;
  const newOnes = Math.floor(round / Object.keys(ways).length) % 2 === 0 ? "good" : "swallowed";
  await pause(BETWEEN_MS);
  for (const hole of holes) hole.swallow(newOnes);
  const away = newOnes === "swallowed" ? AWAY_MS[0] + Math.random() * (AWAY_MS[1] - AWAY_MS[0]) : 0;
  await pause(away);
  for (const hole of holes) hole.heal();
  const began = performance.now();
  const person = population.pairs[0]![0];
  const back = Math.max(...(await Promise.all(products.map(({ url }) => backAfter(url, person)))));
  const job = await jobAfter(began);
  if (back > BACK_MS || job > JOB_MS) tooLong.push(name);
  longest.back = Math.max(longest.back, back);
  longest.job = Math.max(longest.job, job);
  const how = away ? `nothing got through for ${Math.round(away)} ms` : "old connections dead, new ones work";
  console.info(`  round ${round + 1}: ${name}, ${how}: recovered after ${back} ms, a job ran after ${job} ms`);
}
await traffic.finish();
await pause(1_000);
for (const product of products) await product.stop();

const { counts, wrong } = await verify(env, traffic.record);
await observer.end();
for (const hole of [...database, ...redis]) await hole.close();
await servers.stop();
rmSync(directory, { recursive: true, force: true });
const late = { "rounds that took too long": tooLong.length };
for (const [what, n] of Object.entries({ ...counts, ...wrong, ...late }))
  console.info(`  ${String(n).padStart(8)}  ${what}`);
console.info(`  ${String(longest.back).padStart(8)}  ms until recovery, at most`);
console.info(`  ${String(longest.job).padStart(8)}  ms until a job ran again, at most`);
if (tooLong.length || Object.values(wrong).some((n) => n !== 0) || Object.values(counts).includes(0)) {
  console.error("FAILED");
  process.exit(1);
}
console.info("passed");
process.exit(0);

/** The environment of a process whose connections go through its proxies. */
function through(at: number): Record<string, string> {
  const by = (url: string, hole: Hole) => Object.assign(new URL(url), { host: `127.0.0.1:${hole.port}` }).href;
  return {
    ...env,
    DATABASE_URL: by(servers.databaseUrl, database[at]!),
    ...(redis.length ? { REDIS_URL: by(servers.redisUrl, redis[at]!) } : {}),
  };
}

/** Time until a process is ready and answers a read, a single write and a transaction. */
async function backAfter(url: string, person: Person): Promise<number> {
  const began = performance.now();
  const request = (path: string, method = "GET", body?: object) =>
    fetch(url + path, {
      method,
      headers: {
        cookie: person.cookie,
        origin: url,
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
      },
      signal: AbortSignal.timeout(BACK_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
  while (performance.now() - began < 6 * BACK_MS) {
    const answers = await Promise.all([
      request("/health/ready"),
      request("/api/members.php"),
      request("/api/user.php", "PUT", { language: "en" }),
      request("/api/profile.php", "PUT", { about: "still here" }),
    ]);
    if (answers.every(Boolean)) return Math.round(performance.now() - began);
    await pause(250);
  }
  return Number.POSITIVE_INFINITY;
}

/** Time until a job has run. */
async function jobAfter(began: number): Promise<number> {
  const count = "select count(*)::int as n from jobs where finished_at > now() - make_interval(secs => $1)";
  while (performance.now() - began < 2 * JOB_MS) {
    const seconds = (performance.now() - began) / 1_000;
    if ((await observer.query<{ n: number }>(count, [seconds])).rows[0]!.n > 0) return Math.round(seconds * 1_000);
    await pause(100);
  }
  return Number.POSITIVE_INFINITY;
}
