// npm run discount-code -- create --name Spring --percent 20 --days 14 --code SPRING20 --activate: discounts that staff give
// out. Stop the server first when the database is the embedded one.
import { install, node } from "./run.mjs";

install();
node("server/discount-code.ts", process.argv.slice(2));
