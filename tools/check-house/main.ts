/** Checks the rules of docs/architecture.md. Every finding names the rule and what to do instead. */
import { checkUnusedExports } from "./exports.ts";
import { checkFeatures } from "./features.ts";
import { checkKit } from "./kit.ts";
import { checkLayers } from "./layers.ts";
import { checkModuleFiles, checkNames } from "./names.ts";
import { checkModuleOrder } from "./order.ts";
import { checkReads, describeReads } from "./reads.ts";
import { checkSchemas } from "./schemas.ts";
import { type Check, readSources } from "./sources.ts";
import { checkOwners } from "./tables.ts";
import { checkTime } from "./time.ts";
import { checkWrites } from "./writes.ts";

const CHECKS: Check[] = [
  checkNames,
  checkModuleFiles,
  checkModuleOrder,
  checkLayers,
  checkFeatures,
  checkKit,
  checkOwners,
  checkWrites,
  checkReads,
  checkTime,
  checkSchemas,
  checkUnusedExports,
];

const sources = readSources();
const findings = CHECKS.flatMap((check) => check(sources));

for (const { file, why } of findings) console.error(`${file}: ${why}`);
console.info(`${sources.length} files, ${findings.length} findings, ${describeReads()}`);
process.exit(findings.length ? 1 : 0);
