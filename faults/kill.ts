/**
 * Repeated kill -9 of the product in the middle of sends and purchases: `node faults/kill.ts --database embedded|real
 * --rounds 20 --seconds 30`. Prints its counts; exits with 1 if an acknowledged write is lost, duplicated or miscounted.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { populate } from "./population.ts";
import { freePort, pause, startProduct, startRealServers } from "./servers.ts";
import { startTraffic } from "./traffic.ts";
import { verify } from "./verify.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "embedded" },
    rounds: { type: "string", default: "20" },
    seconds: { type: "string", default: "30" },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

const directory = mkdtempSync(join(tmpdir(), "serenade-kill-"));
const servers = values.database === "real" ? await startRealServers() : null;
const env: Record<string, string> = {
  DATA_DIR: directory,
  ...(servers ? { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl } : {}),
};

console.info(`kill -9 on the ${values.database} database: ${rounds} rounds of ${seconds} s`);
const population = await populate(env, { pairs: 40, buyers: 24 });
const port = await freePort();
let product = await startProduct(env, port);
const traffic = startTraffic(() => product.url, population);
const restarts: number[] = [];
for (let round = 1; round <= rounds; round++) {
  const before = traffic.record.messages.size;
  const at = (0.2 + 0.6 * Math.random()) * seconds;
  await pause(at * 1000);
  await product.kill();
  const killed = performance.now();
  product = await startProduct(env, port);
  restarts.push(performance.now() - killed);
  await pause((seconds - at) * 1000);
  console.info(
    `  round ${round}: killed after ${at.toFixed(1)} s, back after ${Math.round(restarts.at(-1)!)} ms, ${traffic.record.messages.size - before} messages answered`,
  );
}
await traffic.finish();
await pause(1_000);
await product.stop();

const { counts, wrong } = await verify(env, traffic.record);
await servers?.stop();
rmSync(directory, { recursive: true, force: true });
for (const [what, n] of Object.entries({ ...counts, ...wrong })) console.info(`  ${String(n).padStart(8)}  ${what}`);
console.info(`  ${String(Math.round(Math.max(...restarts))).padStart(8)}  ms until ready again, at most`);
const bad = Object.entries(wrong).filter(([, n]) => n !== 0);
if (bad.length || counts["messages answered"] === 0 || counts["orders answered"] === 0) {
  console.error("FAILED");
  process.exit(1);
}
console.info("passed");
process.exit(0);
