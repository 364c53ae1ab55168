/**
 * `npm run ledger`: recomputes every balance, chain and order, and prints differences. Exit code 1 when there are any.
 */
import { openApp } from "./app.ts";
import { readConfig } from "./kernel/config.ts";
import { auditLedger } from "./modules/payments/audit/commands.ts";

const app = await openApp(readConfig(process.env));
const { proofs, differences, cases, right } = await auditLedger(app);
for (const [proof, bad] of Object.entries(proofs)) console.info(`${bad === 0 ? "right" : `WRONG (${bad})`}  ${proof}`);
for (const line of differences) console.info(line);
for (const line of cases) console.info(`OPEN CASE  ${line}`);
await app.close();
process.exit(right ? 0 : 1);
