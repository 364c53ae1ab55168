/** Forward-only migrations: numbered files of plain SQL, each in one transaction, never edited after they ran. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "./db.ts";

const LOCK = 7_221_001;

/** Runs pending migrations in order; returns their names. Safe when several processes start at the same time. */
export async function migrate(db: Db, directory: string): Promise<string[]> {
  await createRegister(db);
  const ran: string[] = [];
  for (const name of readdirSync(directory)
    .filter((file) => file.endsWith(".sql"))
    .sort()) {
    const sql = readFileSync(join(directory, name), "utf8");
    const digest = createHash("sha256").update(sql).digest("hex");
    const known = await digestOf(db, name);
    if (known === digest) continue;
    if (known) throw new Error(`Migration ${name} was changed after it ran. Write a new one instead.`);
    // Statements in one message are one transaction; the lock makes a second process wait, the key makes it fail.
    const register = `select pg_advisory_xact_lock(${LOCK}); insert into schema_migrations values ('${name}', '${digest}', now());`;
    await db.script(`${register}\n${sql}`).catch(async (error) => {
      if ((await digestOf(db, name)) !== digest) throw error;
    });
    ran.push(name);
  }
  return ran;
}

async function createRegister(db: Db): Promise<void> {
  const create =
    "create table if not exists schema_migrations (name text primary key, digest text not null, at timestamptz not null)";
  // "if not exists" is no protection against a second process in the same instant; a second try is.
  await db.script(create).catch(() => db.script(create));
}

async function digestOf(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await db.raw("select digest from schema_migrations where name = $1", [name]);
  return (rows[0] as { digest: string } | undefined)?.digest;
}
