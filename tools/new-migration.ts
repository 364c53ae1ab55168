/** `node tools/new-migration.ts add_gifts`: an empty migration with the next number, and a reminder of the rules. */
import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../server/db/migrations/", import.meta.url));

const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z_]*$/.test(name))
  throw new Error("Name the migration in lower case: node tools/new-migration.ts add_gifts");

const last =
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .at(-1) ?? "0000";
const file = `${String(Number(last.slice(0, 4)) + 1).padStart(4, "0")}_${name}.sql`;
const reminder = `-- site_id leads every key and index of what belongs to members. One transaction; never edited after it ran.
-- A new table needs its owner in tools/check-house/tables.ts.
`;
writeFileSync(FOLDER + file, reminder, { flag: "wx" });
console.info(`server/db/migrations/${file}`);
