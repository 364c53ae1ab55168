/** Bans a member of a product that is not running: `node ban-account.ts <encrypted id> <reason>`, with its environment. */
import { openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import { banAccount } from "../server/modules/account/commands.ts";

const [, , id, reason] = process.argv;
const app = await openApp(readConfig(process.env));
await banAccount(app, 1, app.ids.decode("member", id!)!, reason!);
await app.close();
process.exit(0);
