// npm run refund -- <order> [--amount 5.00]: refunds an order or a part of it, by decision of staff. <order> is the id in the address
// of its page. Stop the server first when the database is the embedded one.
import { install, node } from "./run.mjs";

install();
node("server/refund.ts", process.argv.slice(2));
