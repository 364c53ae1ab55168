/** `npm run ban-photo -- picture.jpg`: refuses this picture and similar ones from now on. Stores only a 64-bit hash. */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { openApp } from "./app.ts";
import { readConfig } from "./kernel/config.ts";
import { banPicture } from "./modules/members/photos/commands.ts";
import { getSite } from "./modules/site/queries.ts";

const { values, positionals } = parseArgs({
  options: { site: { type: "string", default: "1" }, note: { type: "string", default: "" } },
  allowPositionals: true,
});
const site = Number(values.site);
if (!Number.isInteger(site) || site < 1) throw new Error("--site must be a positive whole number");
if (positionals.length === 0) throw new Error("name the files of the pictures that are to be banned");

const app = await openApp(readConfig(process.env));
const { settings } = await getSite(app, site);
for (const file of positionals) {
  await banPicture(app, site, await readFile(file), values.note);
  console.info(`${file} is banned on ${settings.name}`);
}
await app.close();
process.exit(0);
