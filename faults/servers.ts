/** Servers that a driver starts on free ports and stops: the product, PostgreSQL, Redis. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
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

/** Two minutes: a first start creates the community, and the machine may be busy. */
const START_TRIES = 2_400;

export interface Product {
  url: string;
  pid: number;
  /** The current process. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** One process of the product; resolves when it answers. Its log goes to the terminal or into a file. */
export async function startProduct(
  env: Record<string, string>,
  port: number,
  { logFile, nodeOptions = [] }: { logFile?: string; nodeOptions?: string[] } = {},
): Promise<Product> {
  const log = logFile ? openSync(logFile, "a") : null;
  const child = spawn(process.execPath, [...nodeOptions, join(ROOT, "server/main.ts")], {
    env: { ...process.env, MODE: "test", LOG_LEVEL: "error", SERENADE_PAGES: "none", ...env, PORT: String(port) },
    stdio: log === null ? ["ignore", "ignore", "inherit"] : ["ignore", log, log],
  });
  if (log !== null) closeSync(log);
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

/** Whether PostgreSQL and Redis are installed. CI requires them. */
export function hasRealServers(): boolean {
  const there = existsSync("/usr/lib/postgresql") && spawnSync("redis-server", ["--version"]).status === 0;
  if (!there && process.env.CI) throw new Error("CI needs the programs of PostgreSQL and Redis, which are missing.");
  return there;
}

export interface RealServers {
  databaseUrl: string;
  /** The same database through its Unix socket, for raw limits without a network. */
  socketUrl: string;
  redisUrl: string;
  postgres: Server;
  redis: Server;
  stop(): Promise<void>;
}

export interface Server {
  port: number;
  /** kill -9, children too, and restart on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A new PostgreSQL and Redis with durable settings, in a temporary folder. */
export async function startRealServers(): Promise<RealServers> {
  const directory = mkdtempSync(join(tmpdir(), "serenade-servers-"));
  const postgres = await openPostgres(directory);
  const redis = await openRedis(directory);
  return {
    databaseUrl: `postgres://postgres@127.0.0.1:${postgres.port}/postgres`,
    socketUrl: `postgres:///postgres?host=${directory}&port=${postgres.port}&user=postgres`,
    redisUrl: `redis://127.0.0.1:${redis.port}`,
    postgres,
    redis,
    stop: async () => {
      for (const server of [redis, postgres]) await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A server program on its own port: started, killed, restarted with the same data. */
async function openServer(start: (port: number) => ChildProcess, answers: (port: number) => boolean): Promise<Server> {
  const port = await freePort();
  let child: ChildProcess;
  const open = async () => {
    child = start(port);
    for (let tries = 0; tries < 200; tries++) {
      await pause(100);
      if (answers(port)) return;
    }
    throw new Error("a server did not start");
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    const below = signal === "SIGKILL" ? childrenOf(child.pid!) : [];
    child.kill(signal);
    await gone;
    for (const pid of below) killIfRunning(pid);
  };
  await open();
  return {
    port,
    restart: async () => {
      await end("SIGKILL");
      await open();
    },
    stop: () => end("SIGINT"),
  };
}

function openRedis(directory: string): Promise<Server> {
  const start = (port: number) =>
    spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", directory], {
      stdio: "ignore",
    });
  return openServer(start, (port) => spawnSyncOk("redis-cli", ["-p", String(port), "ping"]));
}

function openPostgres(directory: string): Promise<Server> {
  const bin = binaries();
  const data = join(directory, "postgres");
  mkdirSync(data);
  // PostgreSQL refuses to run as root; then its own account runs it.
  const account = process.getuid?.() === 0 ? accountOf("postgres") : null;
  if (account) for (const path of [directory, data]) chownSync(path, account.uid, account.gid);
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "--no-sync"], {
    ...account,
    stdio: "ignore",
  });
  const durable = ["-c", "fsync=on", "-c", "synchronous_commit=on"];
  const start = (port: number) =>
    spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", directory, ...durable], {
      ...account,
      stdio: "ignore",
    });
  return openServer(start, (port) =>
    spawnSyncOk(join(bin, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"]),
  );
}

/** PostgreSQL's backends survive their parent briefly; a real crash ends all of them. */
function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]!.split(" ")[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has already exited
  }
}

function spawnSyncOk(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Debian's folder of the server's programs; elsewhere they are on the path. */
function binaries(): string {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort() : [];
  return versions.length ? join(debian, versions.at(-1)!, "bin") : "";
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
