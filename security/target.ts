/** The target of the checks: the product with its pages, in a separate process, on a temporary database. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, pause, startProduct, startRealServers } from "../faults/servers.ts";
import { type App, openApp } from "../server/app.ts";
import { createFirstSite } from "../server/db/demo/welcome.ts";
import { readConfig } from "../server/kernel/config.ts";
import { type Client, createClient } from "../server/test/client.ts";
import { type People, populate } from "./people.ts";

export type Engine = "embedded" | "real";

export interface Target {
  engine: Engine;
  url: string;
  people: People;
  /** The environment of the product: its data folder and databases. */
  env: Record<string, string>;
  /** A client without a session, from a different network unless one is named. */
  client(network?: string): Client;
  /** The product's log so far. */
  log(): string;
  /** The process's resident memory in MB. */
  memory(): number;
  /**
   * MB in use after a garbage collection. Resident memory says little: V8 retains the pages of a burst (a bare
   * Node 24 that freed 375 MB of objects still has 295 MB resident).
   */
  memoryInUse(): Promise<number>;
  /** Stops the product, opens its database for `work`, and starts it again at the same address. */
  offline<T>(work: (app: App) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

let networks = 0;
/** The product trusts the loopback interface as a proxy, so a check can use many networks. */
const newNetwork = (): string => {
  networks++;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
};

export interface TargetOptions {
  /** Added to the product's environment. */
  env?: Record<string, string>;
  /** Changes the database before the product opens it. */
  prepare?: (app: App) => Promise<void>;
}

export async function openTarget(engine: Engine, options: TargetOptions = {}): Promise<Target> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-security-"));
  const servers = engine === "real" ? await startRealServers() : null;
  const env = {
    MODE: "test",
    DATA_DIR: join(directory, "data"),
    ...(servers ? { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl } : {}),
    ...options.env,
  };
  const open = async <T>(work: (app: App) => Promise<T>): Promise<T> => {
    const app = await openApp(readConfig({ ...env, LOG_LEVEL: "error" }));
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  };
  const people = await open(async (app) => {
    await createFirstSite(app);
    const made = await populate(app);
    await options.prepare?.(app);
    return made;
  });
  const port = await freePort();
  const logFile = join(directory, "log");
  const garbageFile = join(directory, "in-use");
  const start = () =>
    startProduct({ ...env, ...PRODUCT, GARBAGE_FILE: garbageFile }, port, {
      logFile,
      nodeOptions: ["--expose-gc", `--import=${new URL("./collect-garbage.ts", import.meta.url)}`],
    });
  let product = await start();
  return {
    engine,
    url: product.url,
    people,
    env,
    client: (network = newNetwork()) => createClient(product.url, network),
    log: () => readFileSync(logFile, "utf8"),
    memory: () => memoryOf(product.pid),
    memoryInUse: async () => {
      rmSync(garbageFile, { force: true });
      process.kill(product.pid, "SIGWINCH");
      // a machine that is overloaded takes longer
      const written = () => existsSync(garbageFile) && readFileSync(garbageFile, "utf8") !== "";
      for (let waited = 0; waited < 30_000 && !written(); waited += 500) await pause(500);
      return Number(readFileSync(garbageFile, "utf8"));
    },
    offline: async (work) => {
      await product.stop();
      const result = await open(work);
      product = await start();
      return result;
    },
    close: async () => {
      await product.stop();
      await servers?.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const PRODUCT = { SERENADE_PAGES: "built", NODE_ENV: "production", LOG_LEVEL: "info" };

function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}
