/** Servers that a driver starts for itself on free ports, and stops again: the product, PostgreSQL, Redis. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Two minutes: a first start draws a community, and the machine may be busy with other things. */
const START_TRIES = 2_400;

export interface Product {
  url: string;
  pid: number;
  /** The process as it is now. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** One process of the product; resolves when it answers. */
export async function startProduct(env: Record<string, string>, port: number): Promise<Product> {
  const child = spawn(process.execPath, [join(ROOT, "server/main.ts")], {
    env: { ...process.env, MODE: "test", LOG_LEVEL: "error", SERENADE_PAGES: "none", ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for (let tries = 0; ; tries++) {
    if (await answers(`${url}/health/ready`)) break;
    if (child.exitCode !== null || tries > START_TRIES) throw new Error("the product did not start");
    await pause(50);
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { url, pid: child.pid!, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

/** Whether the programs are there that the real servers are started from. CI never goes without. */
export function hasRealServers(): boolean {
  const there = existsSync("/usr/lib/postgresql") && spawnSync("redis-server", ["--version"]).status === 0;
  if (!there && process.env.CI) throw new Error("CI runs on PostgreSQL and Redis too, and their programs are missing.");
  return there;
}

export interface RealServers {
  databaseUrl: string;
  /** The same database by its socket: no network in between, as a limit wants it. */
  socketUrl: string;
  redisUrl: string;
  stop(): Promise<void>;
}

/** A PostgreSQL and a Redis of our own, with durable settings, in a folder that goes with them. */
export async function startRealServers(): Promise<RealServers> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-servers-"));
  const postgres = await startPostgres(directory);
  const redisPort = await freePort();
  const redis = spawn(
    "redis-server",
    ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", "", "--dir", directory],
    { stdio: "ignore" },
  );
  await pause(300);
  return {
    databaseUrl: postgres.url,
    socketUrl: `postgres:///postgres?host=${directory}&port=${postgres.port}&user=postgres`,
    redisUrl: `redis://127.0.0.1:${redisPort}`,
    stop: async () => {
      for (const child of [redis, postgres.child]) await ended(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function startPostgres(directory: string): Promise<{ url: string; port: number; child: ChildProcess }> {
  const bin = binaries();
  const data = join(directory, "postgres");
  mkdirSync(data);
  // PostgreSQL refuses to run as root; there its own account runs it.
  const account = process.getuid?.() === 0 ? accountOf("postgres") : null;
  if (account) for (const path of [directory, data]) chownSync(path, account.uid, account.gid);
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "--no-sync"], {
    ...account,
    stdio: "ignore",
  });
  const port = await freePort();
  const options = [
    "-D",
    data,
    "-p",
    String(port),
    "-h",
    "127.0.0.1",
    "-k",
    directory,
    "-c",
    "fsync=on",
    "-c",
    "synchronous_commit=on",
  ];
  const child = spawn(join(bin, "postgres"), options, { ...account, stdio: "ignore" });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (let tries = 0; tries < 100; tries++) {
    await pause(100);
    const up = spawnSyncOk(join(bin, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port)]);
    if (up) return { url, port, child };
  }
  throw new Error("PostgreSQL did not start");
}

function spawnSyncOk(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Where Debian keeps the server's programs; elsewhere they are on the path. */
function binaries(): string {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort() : [];
  return versions.length ? join(debian, versions.at(-1)!, "bin") : "";
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await gone;
}
