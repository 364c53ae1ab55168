/** Starts the product in demo mode with built pages: once embedded, and twice on one PostgreSQL and Redis. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { startProduct, startRealServers } from "../faults/servers.ts";

export default async function start(config: FullConfig): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-e2e-"));
  const stops: (() => Promise<void>)[] = [async () => rmSync(directory, { recursive: true, force: true })];
  const launch = async (port: string | undefined, env: Record<string, string>) => {
    const product = await startProduct(
      { MODE: "demo", SERENADE_PAGES: "built", NODE_ENV: "production", ...env },
      Number(port),
    );
    stops.push(product.stop);
  };
  const embedded = async () => {
    await launch(process.env.E2E_EMBEDDED, { DATA_DIR: join(directory, "embedded") });
    const desk = process.env.E2E_EMBEDDED_DESK;
    if (desk) await launch(desk, { DATA_DIR: join(directory, "embedded-desk") });
  };
  const real = async () => {
    const servers = await startRealServers();
    stops.push(servers.stop);
    const env = { DATA_DIR: join(directory, "real"), DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl };
    await launch(process.env.E2E_REAL_ONE, env);
    await launch(process.env.E2E_REAL_TWO, env);
  };
  const wanted = config.projects.some((project) => project.name.startsWith("real"));
  await Promise.all([embedded(), wanted && real()]);
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}
