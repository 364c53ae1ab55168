/** A filled database for a bench: a PostgreSQL started for it, or the embedded one, with so many members and conversations. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRealServers } from "../faults/servers.ts";
import { openApp } from "../server/app.ts";
import { fillDemo } from "../server/db/demo/fill.ts";
import { createFirstSite } from "../server/db/demo/welcome.ts";
import { readConfig } from "../server/kernel/config.ts";
import { openSession } from "../server/modules/account/sessions/commands.ts";

export interface Stage {
  engine: "postgres" | "embedded";
  env: Record<string, string>;
  /** pgbench's program, where there is one and the engine is PostgreSQL. */
  pgbench: string | null;
  databaseUrl: string | null;
  conversations: { id: number; sealed: string; sender: number; cookie: string }[];
  close(): Promise<void>;
}

const CONVERSATIONS = 400;

export async function openStage(engine: Stage["engine"], members: number): Promise<Stage> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-bench-"));
  const servers = engine === "postgres" ? await startRealServers() : null;
  const env: Record<string, string> = {
    MODE: "test",
    LOG_LEVEL: "error",
    DATA_DIR: directory,
    ...(servers ? { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl } : {}),
  };
  const app = await openApp(readConfig(env));
  await createFirstSite(app);
  process.stdout.write(`filling ${engine} with ${members} members …`);
  const started = performance.now();
  await fillDemo(app, { site: 1, count: members });
  await app.db.script("vacuum analyze");
  console.info(` ${((performance.now() - started) / 1000).toFixed(1)} s`);
  // Writers with credits for the whole run; the grant is a ledger row like any other.
  await app.db.script(
    `update members set premium_since = created_at where site_id = 1 and id in (select a_id from conversations)`,
  );
  const { rows } = await app.db.raw(
    `select c.id, c.a_id as sender from conversations c join wallets w on w.site_id = 1 and w.member_id = c.a_id order by c.id limit ${CONVERSATIONS}`,
  );
  const conversations = [];
  for (const { id, sender } of rows as { id: number; sender: number }[]) {
    await app.db.raw("update wallets set balance = balance + 10000000 where site_id = 1 and member_id = $1", [sender]);
    const token = await openSession(app, app.db, 1, Number(sender), "bench");
    conversations.push({
      id: Number(id),
      sealed: app.ids.seal("conversation", Number(id)),
      sender: Number(sender),
      cookie: `auth=${token}`,
    });
  }
  await app.close();
  return {
    engine,
    env,
    pgbench: servers ? findPgbench() : null,
    databaseUrl: servers?.databaseUrl ?? null,
    conversations,
    close: async () => {
      await servers?.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
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
