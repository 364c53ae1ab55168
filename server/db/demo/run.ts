/** `npm run demo -- --members N`: adds the invented community to an empty database; up to a million, in batches. */
import { parseArgs } from "node:util";
import { openApp } from "../../app.ts";
import { readConfig } from "../../kernel/config.ts";
import { listSites } from "../../modules/site/queries.ts";
import { fillDemo } from "./fill.ts";
import { createFirstSite, DEMO_MEMBERS, DEMO_SITE } from "./welcome.ts";

const { values } = parseArgs({ options: { members: { type: "string", default: String(DEMO_MEMBERS) } } });
const count = Number(values.members);
if (!Number.isInteger(count) || count < 1 || count > 1_000_000)
  throw new Error("--members must be a number from 1 to 1000000");

const app = await openApp(readConfig({ ...process.env, MODE: "demo" }));
if ((await listSites(app)).length > 0) {
  await app.close();
  console.error("This database has a community already. Name an empty one with DATA_DIR or DATABASE_URL.");
  process.exit(1);
}
const started = performance.now();
await createFirstSite(app);
await fillDemo(app, {
  site: DEMO_SITE,
  count,
  report: (done) => process.stdout.write(`\r${done} of ${count} members`),
});
console.info(`\nfilled in ${((performance.now() - started) / 1000).toFixed(1)} s`);
await app.close();
process.exit(0);
