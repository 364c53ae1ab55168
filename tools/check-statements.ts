/** Parses every statement of the product on the embedded engine, and on PostgreSQL where DATABASE_URL names one. */
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Db } from "../server/kernel/db/db.ts";
import { openEmbedded } from "../server/kernel/db/embedded.ts";
import { migrate } from "../server/kernel/db/migrate.ts";
import { statements } from "../server/kernel/db/statement.ts";

const SERVER = fileURLToPath(new URL("../server", import.meta.url));

for (const file of globSync("{kernel,modules,db/demo}/**/*.ts", { cwd: SERVER })) {
  if (/\.test\.ts$|worker\.ts$|demo\/run\.ts$|portraits\.ts$|scenes\.ts$/.test(file)) continue;
  await import(pathToFileURL(join(SERVER, file)).href);
}

const directory = mkdtempSync(join(tmpdir(), "serenade-statements-"));
const embedded = await openEmbedded(join(directory, "database"));
await migrate(embedded, join(SERVER, "db/migrations"));
const wrong = await findWrong(embedded);
await embedded.close();
rmSync(directory, { recursive: true });

for (const line of wrong) console.error(line);
console.info(`${statements().length} statements, ${wrong.length} wrong`);
process.exit(wrong.length ? 1 : 0);

async function findWrong(db: Db): Promise<string[]> {
  const lines: string[] = [];
  for (const { text, name } of statements()) {
    await db
      .describe(text)
      .catch((error: Error) => lines.push(`${name}: ${error.message}\n  ${text.replace(/\s+/g, " ").slice(0, 160)}`));
  }
  return lines;
}
