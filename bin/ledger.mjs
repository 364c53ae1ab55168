// npm run ledger: recomputes the books and says what differs. Stop the server first when the database is the embedded one.
import { install, node } from "./run.mjs";

install();
node("server/ledger.ts");
