/**
 * Opens the product in demo mode. A database without a community is filled by a process of its own, so that the memory
 * this takes is given back before the server starts.
 */
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type App, openApp } from "../../app.ts";
import type { Config } from "../../kernel/config.ts";
import { listSites } from "../../modules/site/queries.ts";
import { printLogins, refreshDemo } from "./welcome.ts";

export async function openDemo(config: Config): Promise<App> {
  // without opening it here first, which would take memory too
  if (!config.databaseUrl && !existsSync(join(config.dataDir, "database"))) await fillInChild();
  let app = await openApp(config);
  if ((await listSites(app)).length === 0) {
    await app.close();
    await fillInChild();
    app = await openApp(config);
  }
  await refreshDemo(app);
  printLogins();
  return app;
}

function fillInChild(): Promise<void> {
  const child = fork(new URL("./first-fill.ts", import.meta.url));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`the demo community could not be filled in: exit code ${code}`)),
    );
  });
}
