// npm run announce -- --promotion SPRING20 | --news whats-new [--send] | list: discount codes and pages by email and push to
// the members who want them. Stop the server first when the database is the embedded one.
import { install, node } from "./run.mjs";

install();
node("server/announce.ts", process.argv.slice(2));
