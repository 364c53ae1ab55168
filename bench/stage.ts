/** A filled database for a bench: a new PostgreSQL or the embedded one, with members and conversations. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRealServers } from "../faults/servers.ts";
import { type App, openApp } from "../server/app.ts";
import { fillDemo } from "../server/db/demo/fill.ts";
import { createFirstSite } from "../server/db/demo/welcome.ts";
import { readConfig } from "../server/kernel/config.ts";
import { openSession } from "../server/modules/account/sessions/commands.ts";

export interface Stage {
  engine: "postgres" | "embedded";
  env: Record<string, string>;
  /** The path of pgbench, if installed and the engine is PostgreSQL. */
  pgbench: string | null;
  databaseUrl: string | null;
  conversations: { id: number; publicId: string; sender: number; cookie: string }[];
  close(): Promise<void>;
}

/** Many senders, so that none reaches the rate limit (120 messages a minute). */
const CONVERSATIONS = 2_000;

export async function openStage(engine: Stage["engine"], members: number): Promise<Stage> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-bench-"));
  const servers = engine === "postgres" ? await startRealServers() : null;
  const env: Record<string, string> = {
    MODE: "test",
    NODE_ENV: "production", // answers are not validated against the contract
    LOG_LEVEL: "error",
    DATA_DIR: directory,
    ...(servers ? { DATABASE_URL: servers.socketUrl, REDIS_URL: servers.redisUrl } : {}),
  };
  const app = await openApp(readConfig(env));
  await createFirstSite(app);
  process.stdout.write(`filling ${engine} with ${members} members …`);
  const started = performance.now();
  await fillDemo(app, { site: 1, count: members });
  console.info(` ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const conversations = await openConversations(app);
  await app.db.script("vacuum analyze"); // last, as an autovacuum would: plans are made once per connection
  await app.close();
  return {
    engine,
    env,
    pgbench: servers ? findPgbench() : null,
    databaseUrl: servers?.socketUrl ?? null,
    conversations,
    close: async () => {
      await servers?.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Conversations between adjacent visible members; their starters have credits for the whole run. */
async function openConversations(app: App): Promise<Stage["conversations"]> {
  const { rows } = await app.db.raw(
    `with neighbours as (select id, lead(id) over (order by id) as other from (select id from members where site_id = 1 and seen order by id limit $1) m),
          made as (insert into conversations (site_id, id, a_id, b_id, started_by, created_at)
                   select 1, id, id, other, id, '2026-01-01' from neighbours where other is not null
                   on conflict do nothing returning id, a_id as sender)
     select id, sender from made`,
    [CONVERSATIONS + 1],
  );
  const made = rows as { id: number; sender: number }[];
  const senders = made.map((row) => Number(row.sender));
  await app.db.raw("update wallets set balance = balance + 10000000 where site_id = 1 and member_id = any ($1)", [
    senders,
  ]);
  const conversations: Stage["conversations"] = [];
  for (const { id, sender } of made) {
    const token = await openSession(app, app.db, 1, Number(sender), "bench");
    conversations.push({
      id: Number(id),
      publicId: app.ids.encode("conversation", Number(id)),
      sender: Number(sender),
      cookie: `auth=${token}`,
    });
  }
  return conversations;
}

function findPgbench(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort() : [];
  const known = versions.map((version) => join(debian, version, "bin/pgbench")).filter((path) => existsSync(path));
  if (known.length) return known.at(-1)!;
  try {
    return execFileSync("which", ["pgbench"], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}
