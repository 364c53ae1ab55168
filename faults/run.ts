/** All drivers, one after the other; `--sample` runs each for less than a minute, as `npm test` does. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { hasRealServers } from "./servers.ts";

const sample = process.argv.includes("--sample");
const kill = fileURLToPath(new URL("./kill.ts", import.meta.url));
const length = sample ? ["--rounds", "2", "--seconds", "8"] : ["--rounds", "20", "--seconds", "30"];

const real = hasRealServers();
if (!real) console.warn("PostgreSQL's or Redis's programs are missing: the drivers run on the embedded database only.");

let failed = 0;
for (const database of real ? ["embedded", "real"] : ["embedded"]) {
  const { status } = spawnSync(process.execPath, [kill, "--database", database, ...length], { stdio: "inherit" });
  if (status !== 0) failed++;
}
process.exit(failed ? 1 : 0);
