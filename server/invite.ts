/** `npm run invite`: an invitation code, printed once; the database stores only its hash. */
import { parseArgs } from "node:util";
import { openApp } from "./app.ts";
import { readConfig } from "./kernel/config.ts";
import { createInvitation } from "./modules/account/invitations/commands.ts";
import { getSite } from "./modules/site/queries.ts";

const { values } = parseArgs({
  options: {
    site: { type: "string", default: "1" },
    uses: { type: "string", default: "1" },
    days: { type: "string", default: "30" },
  },
});
const [site, uses, days] = [values.site, values.uses, values.days].map(Number) as [number, number, number];
if (![site, uses, days].every((number) => Number.isInteger(number) && number > 0))
  throw new Error("--site, --uses and --days take whole numbers from 1 on");

const app = await openApp(readConfig(process.env));
const { domain } = await getSite(app, site);
const code = await createInvitation(app, site, { uses, days });
console.info(`${code}\n${app.config.baseUrl ?? `http://${domain}:${app.config.port}`}/signup?invitation=${code}`);
await app.close();
process.exit(0);
