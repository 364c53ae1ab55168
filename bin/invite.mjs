// npm run invite -- --uses 5 --days 30: makes an invitation code for a site whose sign-up is by invitation only. Stop the
// server first if the database is the embedded one.
import { install, node } from "./run.mjs";

install();
node("server/invite.ts", process.argv.slice(2));
