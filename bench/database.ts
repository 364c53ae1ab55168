/** A send at the driver, beside pgbench with the same SQL and the same parameters, in interleaved rounds. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import type { Db } from "../server/kernel/db/db.ts";
import { openPostgres } from "../server/kernel/db/postgres.ts";
import { sendInBatch } from "../server/modules/chat/send/batch/commands.ts";
import { SEND } from "../server/modules/chat/send/commands.ts";
import { type Figure, median } from "./report.ts";
import type { Stage } from "./stage.ts";

const ROUNDS = 7;
const SECONDS = 2;
const AT_ONCE = 16;
const CONVERSATIONS = 100;

export async function measureDatabase(stage: Stage): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-pgbench-"));
  const db = await openPostgres(stage.databaseUrl!);
  const app = await openApp(readConfig(stage.env));
  const figures: Figure[] = [];

  const send = { driver: [] as number[], pgbench: [] as number[] };
  const together = { driver: [] as number[] };
  const sends = sendScript(stage, directory);

  for (let round = 0; round < ROUNDS; round++) {
    send.driver.push(await sendThroughput(db, stage));
    together.driver.push(await combinedThroughput(app, stage));
    send.pgbench.push(pgbench(stage, [sends]));
  }
  await db.close();
  await app.close();
  rmSync(directory, { recursive: true });
  figures.push(
    figure("send, driver, 16 at once", send, 0.85),
    figure("send, batched, driver, 16 at once", { ...together, pgbench: send.pgbench }),
  );
  return figures;
}

const figure = (what: string, runs: { driver: number[]; pgbench: number[] }, target?: number): Figure => ({
  part: "driver",
  what,
  value: median(runs.driver),
  unit: "/s",
  limit: { what: "pgbench", value: median(runs.pgbench) },
  ...(target ? { target } : {}),
});

const TEXT = "a message of the usual length, more or less";

/** Sends per second at the driver, one statement each. */
export function sendThroughput(db: Db, { conversations }: Stage): Promise<number> {
  let next = 0;
  return throughput(async () => {
    const { id, sender } = conversations[next++ % CONVERSATIONS]!;
    await db.one(SEND, {
      site: 1,
      conversation: id,
      sender,
      id: 1,
      clientId: randomUUID(),
      cost: 1,
      body: TEXT,
      now: new Date().toISOString(),
    });
  });
}

/** The same in batches, as the product sends them. */
function combinedThroughput(app: App, { conversations }: Stage): Promise<number> {
  let next = 0;
  return throughput(async () => {
    const { id: conversation, sender } = conversations[next++ % CONVERSATIONS]!;
    const text = { conversation, sender, clientId: randomUUID(), cost: 1, text: TEXT };
    if (!(await sendInBatch(app, 1, text))) throw new Error("a text was not batched");
  });
}

/** Calls per second at this concurrency. */
async function throughput(work: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const end = performance.now() + SECONDS * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done / SECONDS;
}

function pgbench({ pgbench: program, databaseUrl }: Stage, files: string[]): number {
  const args = [
    "-n",
    "-M",
    "prepared",
    "-c",
    String(AT_ONCE),
    "-j",
    "2",
    "-T",
    String(SECONDS),
    ...files.flatMap((file) => ["-f", file]),
    databaseUrl!,
  ];
  const output = execFileSync(program!, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...process.env,
      PGOPTIONS: "-c jit=off -c max_parallel_workers_per_gather=0 -c plan_cache_mode=force_generic_plan",
    }, // as in our own connections
  });
  return Number(/^tps = ([\d.]+)/m.exec(output)![1]);
}

/** A script with random conversations: with few rows the clients would wait for one another's locks. */
function sendScript(stage: Stage, directory: string): string {
  const pairs = stage.conversations.slice(0, CONVERSATIONS);
  const choose = (name: string, of: (pair: (typeof pairs)[number]) => number) =>
    `\\set ${name} case ${pairs.map((pair, index) => `when :n = ${index} then ${of(pair)}`).join(" ")} end`;
  const values: Record<string, string> = {
    site: "1",
    conversation: ":conversation::bigint",
    sender: ":sender::bigint",
    id: "1::bigint",
    clientId: "lpad(to_hex(:key::bigint), 32, '0')::uuid", // gen_random_uuid() is volatile: no index would be used for it
    cost: "1",
    body: "'a message of the usual length, more or less'",
    now: "now()",
  };
  const text = SEND.text
    .replace(/\s+/g, " ")
    .replace(/\$(\d+)/g, (_, number) => values[SEND.params[Number(number) - 1]!]!);
  const file = join(directory, "send.sql");
  const lines = [
    "\\set key random(1, 9000000000000000000)",
    `\\set n random(0, ${pairs.length - 1})`,
    choose("conversation", ({ id }) => id),
  ];
  writeFileSync(file, `${[...lines, choose("sender", ({ sender }) => sender), `${text};`].join("\n")}\n`);
  return file;
}
