// npm run dev: the same with hot reload. A change in the server restarts it, a change in the pages does not.
import { buildMails, generateTextTypes, install, serve } from "./run.mjs";

install();
generateTextTypes();
buildMails();
serve(["--watch-path=server", "--watch-path=contract", "server/main.ts"], {
  NODE_ENV: "development",
  SERENADE_PAGES: "dev",
});
