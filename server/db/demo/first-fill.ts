/** Creates the site and fills in the community, then ends; started by open.ts. */
import { openApp } from "../../app.ts";
import { readConfig } from "../../kernel/config.ts";
import { createDemo } from "./welcome.ts";

process.on("disconnect", () => process.exit(1)); // the server was stopped
const app = await openApp(readConfig(process.env));
await createDemo(app);
await app.close();
process.exit(0);
