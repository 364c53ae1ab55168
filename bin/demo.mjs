// npm run demo -- --members 200000: fills a database with a community of that size, streamed. Stop the server first if the
// database is the embedded one.
import { install, node } from "./run.mjs";

install();
node("server/db/demo/run.ts", process.argv.slice(2));
