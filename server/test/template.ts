/** Once per run: the bundled emails, and a migrated template database, which each test file copies. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../kernel/db/embedded.ts";
import { migrate } from "../kernel/db/migrate.ts";
import { openPostgres } from "../kernel/db/postgres.ts";
import { registerRegions } from "../modules/site/commands.ts";

const BUILD_MAILS = fileURLToPath(new URL("../../tools/build-mails.ts", import.meta.url));
const MIGRATIONS = fileURLToPath(new URL("../db/migrations", import.meta.url));

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [BUILD_MAILS]);
  return project.config.env?.TEST_ENGINE === "real" ? prepareReal(project) : prepareEmbedded(project);
}

async function prepareEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-template-"));
  const db = await openEmbedded(join(directory, "database"));
  await migrate(db, MIGRATIONS);
  await registerRegions(db);
  await db.close();
  project.provide("template", directory);
  return async () => rmSync(directory, { recursive: true, force: true });
}

async function prepareReal(project: TestProject): Promise<() => Promise<void>> {
  const url = project.config.env!.TEST_DATABASE_URL!;
  const name = `serenade_template_${process.pid}`;
  const admin = await openPostgres(url, { pool: 1 });
  await admin.raw(`drop database if exists ${name}`);
  await admin.raw(`create database ${name}`);
  const db = await openPostgres(databaseUrl(url, name), { pool: 1 });
  await migrate(db, MIGRATIONS);
  await registerRegions(db);
  await db.close();
  project.provide("template", name);
  return async () => {
    const { rows } = await admin.raw("select datname from pg_database where datname like $1", [`${name}%`]);
    for (const { datname } of rows as { datname: string }[])
      await admin.raw(`drop database if exists ${datname} with (force)`);
    await admin.close();
  };
}

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

declare module "vitest" {
  export interface ProvidedContext {
    template: string;
  }
}
