/** `npm run refund`: refunds a paid order, whole or in part, until the back office has a screen for it. */
import { parseArgs } from "node:util";
import { openApp } from "./app.ts";
import { readConfig } from "./kernel/config.ts";
import { Refusal } from "./kernel/refusal.ts";
import { openGateways } from "./modules/payments/providers/gateway.ts";
import { findOrder } from "./modules/payments/queries.ts";
import { refundByStaff } from "./modules/payments/refunds/commands.ts";

const USAGE = "npm run refund -- <order> [--amount 5.00]   (<order> is the id in the address of its page)";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { amount: { type: "string" }, site: { type: "string", default: "1" } },
});
const amount = values.amount?.match(/^\d+\.\d\d$/) ? Number(values.amount.replace(".", "")) : null;
if (!positionals[0] || (values.amount && amount === null)) throw new Error(USAGE);

const app = await openApp(readConfig(process.env));
const site = Number(values.site);
try {
  const id = app.ids.decode("transaction", positionals[0]);
  const order = id === null ? null : await findOrder(app.db, site, id);
  if (!order) throw new Error(`there is no order ${positionals[0]}`);
  await refundByStaff(app, openGateways(app), { site, order: order.id, amount: amount ?? order.amount });
  console.info(`refunded ${(amount ?? order.amount) / 100} ${order.currency} of order ${positionals[0]}`);
} catch (error) {
  console.error(error instanceof Refusal ? `refused: ${error.code}` : (error as Error).message);
  process.exitCode = 1;
}
await app.close();
process.exit();
