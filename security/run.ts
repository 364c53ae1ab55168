/**
 * `npm run security`: every check against a running product, on the embedded database and on PostgreSQL with Redis; prints
 * their counts. `npm test` runs `--sample`, each on one of the two; `-- csrf host` runs some only; `--save` writes
 * docs/security-checks.md.
 */
import { parseArgs } from "node:util";
import { hasRealServers } from "../faults/servers.ts";
import { authz } from "./authz.ts";
import { type Check, openReport, type Scale } from "./check.ts";
import { csrf } from "./csrf.ts";
import { type Row, saveDocument } from "./document.ts";
import { honest } from "./honest.ts";
import { host } from "./host.ts";
import { http } from "./http.ts";
import { leak } from "./leak.ts";
import { quiet } from "./quiet.ts";
import { race } from "./race.ts";
import { sites } from "./sites.ts";
import { type Engine, openTarget } from "./target.ts";
import { upload } from "./upload.ts";
import { xss } from "./xss.ts";

const CHECKS: Check[] = [authz, csrf, honest, host, http, leak, quiet, race, sites, upload, xss];

const { values, positionals } = parseArgs({
  options: { sample: { type: "boolean" }, save: { type: "boolean" } },
  allowPositionals: true,
});
const scale: Scale = values.sample ? "sample" : "whole";
const unknown = positionals.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length) {
  console.error(`Unknown check ${unknown.join(", ")}. Available: ${CHECKS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const checks = positionals.length ? CHECKS.filter(({ name }) => positionals.includes(name)) : CHECKS;
const engines: Engine[] = hasRealServers() ? ["embedded", "real"] : ["embedded"];
if (engines.length === 1)
  console.warn("The programs of PostgreSQL or Redis are missing: running on the embedded database only.");

const rows: Row[] = [];
for (const engine of engines) {
  for (const [at, check] of checks.entries())
    if (scale === "whole" || engines[at % engines.length] === engine) rows.push(await attack(check, engine));
}
if (values.save) saveDocument(rows, CHECKS);
const failed = rows.filter(({ outcome }) => outcome.violations.length > 0);
console.info(`\n${rows.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length ? 1 : 0);

/** Each check has its own test server, because checks use up limits. */
async function attack(check: Check, engine: Engine): Promise<Row> {
  const started = performance.now();
  const report = openReport();
  try {
    const target = await openTarget(engine, check.target);
    try {
      await check.run(target, report, scale);
    } finally {
      await target.close();
    }
  } catch (error) {
    report.wrong((error as Error).stack ?? String(error));
  }
  const seconds = (performance.now() - started) / 1000;
  console.info(
    `${report.violations.length ? "FAILED" : "ok    "} ${seconds.toFixed(1).padStart(6)} s  ${check.name}, ${engine}`,
  );
  for (const [what, value] of report.figures) console.info(`                 ${what}: ${value}`);
  for (const what of report.violations.slice(0, 20)) console.error(`                 WRONG: ${what}`);
  if (report.violations.length > 20) console.error(`                 … and ${report.violations.length - 20} more`);
  return { check, engine, outcome: report };
}
