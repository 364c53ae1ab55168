/** `npm run bench`: every figure beside a raw limit of the same run, so that the load of the machine cancels out. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { measureAccounts } from "./accounts.ts";
import { measureDatabase } from "./database.ts";
import { measureEngines } from "./engines.ts";
import { measureHttp } from "./http.ts";
import { measureIdle } from "./idle.ts";
import { measureInbox } from "./inbox.ts";
import { measureLive } from "./live.ts";
import { measureMillion, measureMixes } from "./million.ts";
import { measurePages } from "./pages.ts";
import { measurePayments } from "./payments.ts";
import { type Figure, printFigures, table } from "./report.ts";
import { openStage } from "./stage.ts";
import { measureMaintenance } from "./upkeep.ts";

const { values } = parseArgs({
  options: {
    save: { type: "boolean", default: false },
    only: { type: "string" },
    members: { type: "string", default: "1000000" },
  },
});
const wants = (part: string) => !values.only || values.only.split(",").includes(part);

const figures: Figure[] = [];
const add = (title: string, found: Figure[]) => {
  printFigures(title, found);
  figures.push(...found);
};

for (const engine of ["postgres", "embedded"] as const) {
  const members = engine === "postgres" ? 100_000 : 10_000;
  if (!wants(engine)) continue;
  const stage = await openStage(engine, members);
  if (stage.pgbench) add(`driver beside pgbench, PostgreSQL, ${members} members`, await measureDatabase(stage));
  if (engine === "postgres") add("conversation list", await measureInbox(stage));
  add(`HTTP beside a bare route, ${engine}, ${members} members`, await measureHttp(stage));
  await stage.close();
}
if (wants("engines")) add("embedded beside PostgreSQL", await measureEngines());
// Ten minutes: only on request.
if (values.only && wants("million")) {
  const stage = await openStage("postgres", Number(values.members));
  add(`PostgreSQL, ${values.members} members`, await measureMillion(stage));
  await stage.close();
  const small = await openStage("embedded", 10_000);
  console.info("\nembedded, 10000 members, random combinations of filters");
  measureMixes(small);
  await small.close();
}
if (wants("idle")) {
  for (const engine of ["postgres", "embedded"] as const) {
    const stage = await openStage(engine, 5_000);
    add(`idle, ${engine}`, await measureIdle(stage));
    await stage.close();
  }
}
if (wants("live")) {
  const stage = await openStage("postgres", 12_000);
  add("event stream, 10000 browsers on one process", await measureLive(stage));
  await stage.close();
}
if (wants("accounts")) {
  const stage = await openStage("embedded", 1_000);
  add("accounts, embedded", await measureAccounts(stage));
  await stage.close();
}
if (wants("payments")) {
  for (const engine of ["postgres", "embedded"] as const) {
    const stage = await openStage(engine, 2_000);
    add(`payments beside their raw transactions, ${engine}`, await measurePayments(stage));
    await stage.close();
  }
}
if (wants("pages")) add("pages", await measurePages());
if (wants("upkeep")) add("upkeep", await measureMaintenance());

if (values.save) {
  writeFileSync(new URL("../docs/baseline.md", import.meta.url), table(figures));
  console.info("saved in docs/baseline.md");
}
process.exit(0);
