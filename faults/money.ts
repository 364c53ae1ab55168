/**
 * Random sequences of orders, notices, cancels, refunds, chargebacks and restarts at the three providers, each checked against plain
 * arithmetic: `node faults/money.ts --database embedded|real --sequences 10000 --seed 1`. The seed repeats a run. Exits with 1 and the
 * shortest sequence that goes wrong.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openApp } from "../server/app.ts";
import { createFirstSite } from "../server/db/demo/welcome.ts";
import { readConfig } from "../server/kernel/config.ts";
import { PROVIDERS } from "../server/test/money/providers.ts";
import { checkSequences } from "../server/test/money/sequences.ts";
import { openGround } from "../server/test/money/world.ts";
import { startRealServers } from "./servers.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "embedded" },
    sequences: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const names = ["sandbox", "stripe", "mollie"] as const;
const runs = Math.ceil(Number(values.sequences) / names.length);
const seed = Number(values.seed);

const directory = mkdtempSync(join(tmpdir(), "serenade-money-"));
const servers = values.database === "real" ? await startRealServers() : null;
const env: Record<string, string> = {
  DATA_DIR: directory,
  ...(servers ? { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl } : {}),
};
console.info(`sequences of payments on the ${values.database} database: ${runs} at each provider, seed ${seed}`);
const app = await openApp(readConfig({ MODE: "test", LOG_LEVEL: "fatal", ...env }));
await createFirstSite(app);
let failed = false;
for (const name of names) {
  const provider = await PROVIDERS[name]();
  const began = performance.now();
  try {
    await checkSequences(openGround(app, provider), { runs, seed });
    console.info(
      `  ${String(runs).padStart(8)}  sequences at ${name} in ${Math.round((performance.now() - began) / 1_000)} s`,
    );
  } catch (error) {
    failed = true;
    console.error(`${name}: ${(error as Error).message}\n${String((error as Error).cause ?? "")}`);
  }
  await provider.close();
}
await app.close();
await servers?.stop();
rmSync(directory, { recursive: true, force: true });
console.info(failed ? "FAILED" : "passed");
process.exit(failed ? 1 : 0);
