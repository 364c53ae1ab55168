/** All drivers in sequence; `--sample` runs each for less than a minute, as `npm test` does. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { hasRealServers } from "./servers.ts";

const sample = process.argv.includes("--sample");
const driver = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
const rounds = sample ? ["--rounds", "2", "--seconds", "8"] : ["--rounds", "20", "--seconds", "30"];

const sequences = ["--sequences", sample ? "15" : "1000"];
const kills = ["--kills", sample ? "5" : "100"];

const real = hasRealServers();
if (!real)
  console.warn("The programs of PostgreSQL or Redis are missing: the drivers run on the embedded database only.");

const runs = [
  [driver("kill"), "--database", "embedded", ...rounds],
  [driver("kill-payments"), "--database", "embedded", ...kills],
  [driver("money"), "--database", "embedded", ...sequences],
  ...(real
    ? [
        [driver("kill"), "--database", "real", ...rounds],
        [driver("kill-payments"), "--database", "real", ...kills],
        [driver("money"), "--database", "real", ...sequences],
        [driver("chaos"), "--seconds", sample ? "30" : "600"],
        [driver("black-hole"), "--bus", "redis", "--rounds", sample ? "2" : "12"],
        [driver("black-hole"), "--bus", "postgres", "--rounds", sample ? "2" : "8"],
      ]
    : []),
];
const failed = runs.filter((run) => spawnSync(process.execPath, run, { stdio: "inherit" }).status !== 0);
process.exit(failed.length ? 1 : 0);
