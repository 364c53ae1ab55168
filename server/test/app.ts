/** A whole application for one test file: its own database, a real port, and people to act through it. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { type App, createServer, openApp } from "../app.ts";
import { createFirstSite } from "../db/demo/welcome.ts";
import { type Config, readConfig } from "../kernel/config.ts";
import { openPostgres } from "../kernel/db/postgres.ts";
import { refreshIndexes } from "../modules/search/index/queries.ts";
import { type Client, createClient } from "./client.ts";
import { databaseUrl } from "./template.ts";

export interface TestApp {
  app: App;
  url: string;
  /** A browser without a session, from its own network unless one is given. */
  client(network?: string): Client;
  /** Another process's worth of the product on the same database and bus; only on the real servers. */
  second(): Promise<{ app: App; url: string }>;
  /** Runs all scheduled work: every job, one after the other, and updates the search index. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export const isReal = process.env.TEST_ENGINE === "real";

let networks = 0;
/** 10.0.0.1, 10.0.0.2, …: believed, because the tests come from the loopback interface. */
const newNetwork = (): string => `10.${(++networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;

interface Options {
  /** With the built pages of `npm run build`. */
  pages?: boolean;
  /** What the environment cannot say in a test: production without its providers. */
  config?: Partial<Config>;
  /** Another way to the real database than its own port. */
  databasePort?: number;
}

export async function testApp(
  env: Record<string, string> = {},
  { pages, config, databasePort }: Options = {},
): Promise<TestApp> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-test-"));
  const resources = isReal ? await copyReal() : copyEmbedded(directory);
  if (databasePort) resources.env = onPort(resources.env, databasePort);
  const settings = { MODE: "test", DATA_DIR: directory, LOG_LEVEL: "error", ...resources.env, ...env };
  const started: (() => Promise<void>)[] = [];
  const start = async () => {
    const app = await openApp({ ...readConfig(settings), ...config });
    const server = await createServer(app, { pages: pages ? "built" : false });
    await server.listen({ port: 0, host: "127.0.0.1" });
    started.push(async () => {
      app.live.close();
      // a test that has not read a response to its end would keep its connection and block the close
      server.server.closeAllConnections();
      await server.close();
      await app.close();
    });
    const { port } = server.server.address() as { port: number };
    return { app, url: `http://127.0.0.1:${port}` };
  };
  const first = await start();
  await createFirstSite(first.app);
  return {
    ...first,
    client: (network = newNetwork()) => createClient(first.url, network),
    second: start,
    settle: async () => {
      for (const name of first.app.jobs.names) await first.app.jobs.run(name);
      await refreshIndexes(first.app);
    },
    close: async () => {
      for (const stop of started.reverse()) await stop();
      await resources.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function copyEmbedded(directory: string) {
  cpSync(inject("template"), directory, { recursive: true });
  return { env: {} as Record<string, string>, drop: async () => {} };
}

async function copyReal() {
  const url = process.env.TEST_DATABASE_URL!;
  const template = inject("template");
  const name = `${template}_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 6)}`;
  const admin = await openPostgres(url, { pool: 1 });
  await admin.raw(`create database ${name} template ${template}`);
  return {
    env: { DATABASE_URL: databaseUrl(url, name), REDIS_URL: process.env.TEST_REDIS_URL! } as Record<string, string>,
    drop: async () => {
      await admin.raw(`drop database if exists ${name} with (force)`);
      await admin.close();
    },
  };
}

function onPort(env: Record<string, string>, port: number): Record<string, string> {
  const changed = new URL(env.DATABASE_URL!);
  changed.host = `127.0.0.1:${port}`;
  return { ...env, DATABASE_URL: changed.href };
}
