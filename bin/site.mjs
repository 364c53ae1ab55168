// npm run site -- list | show | create | set | company | address | price | mail: the sites of this installation. Stop the server
// first when the database is the embedded one.
import { install, node } from "./run.mjs";

install();
node("server/site.ts", process.argv.slice(2));
