/** Parses every statement of the product: on the embedded engine, and on PostgreSQL if the one of the tests responds. */
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Db } from "../server/kernel/db/db.ts";
import { openEmbedded } from "../server/kernel/db/embedded.ts";
import { migrate } from "../server/kernel/db/migrate.ts";
import { openPostgres } from "../server/kernel/db/postgres.ts";
import { statements } from "../server/kernel/db/statement.ts";
import { databaseUrl } from "../server/test/template.ts";

const SERVER = fileURLToPath(new URL("../server", import.meta.url));
const MIGRATIONS = join(SERVER, "db/migrations");
const POSTGRES = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

for (const file of globSync("{kernel,modules,db/demo}/**/*.ts", { cwd: SERVER })) {
  if (/\.test\.ts$|worker\.ts$|demo\/(run|first-fill)\.ts$/.test(file)) continue;
  await import(pathToFileURL(join(SERVER, file)).href);
}

const wrong = [...(await onEmbedded()), ...(await onPostgres())];
for (const line of wrong) console.error(line);
console.info(`${statements().length} statements, ${wrong.length} wrong`);
process.exit(wrong.length ? 1 : 0);

async function onEmbedded(): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-statements-"));
  const db = await openEmbedded(join(directory, "database"));
  const found = await findWrong(db);
  rmSync(directory, { recursive: true });
  return found;
}

async function onPostgres(): Promise<string[]> {
  const admin = await openPostgres(POSTGRES, { pool: 1 }).catch(() => null);
  if (!admin) {
    console.warn("PostgreSQL does not respond: statements are parsed on the embedded engine only.");
    return [];
  }
  const name = `serenade_statements_${process.pid}`;
  await admin.raw(`create database ${name}`);
  const found = await findWrong(await openPostgres(databaseUrl(POSTGRES, name), { pool: 1 }));
  await admin.raw(`drop database ${name} with (force)`);
  await admin.close();
  return found;
}

async function findWrong(db: Db): Promise<string[]> {
  await migrate(db, MIGRATIONS);
  const lines: string[] = [];
  for (const { text, name } of statements()) {
    const shown = `${db.engine} ${name}: ${text.replace(/\s+/g, " ").slice(0, 160)}`;
    await db.describe(text).catch((error: Error) => lines.push(`${error.message}\n  ${shown}`));
  }
  await db.close();
  return lines;
}
