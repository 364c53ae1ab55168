import { statfsSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { defineConfig } from "vitest/config";

/** Addresses of the real servers, the same on a developer's machine and in CI. */
const DATABASE = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
const REDIS = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";

const real = (await databaseAnswers(DATABASE)) && (await redisAnswers(REDIS));
if (!real && process.env.CI)
  throw new Error("CI runs the suite on PostgreSQL and Redis too, and one of them does not answer.");
if (!real) console.warn("\nPostgreSQL or Redis does not answer: the suite runs on the embedded database only.\n");

// Every file copies a database of 42 MB and compiles the same modules: copies go to memory, compiled modules are kept.
if (freeBytes("/dev/shm") > 4 * 2 ** 30) process.env.TMPDIR ??= "/dev/shm";
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL(".cache/compiled", import.meta.url));

const server = (name: string, env: Record<string, string>) => ({
  test: {
    name,
    include: ["server/**/*.test.ts"],
    // Rules and kernel parts that open no database run once, with the embedded project.
    exclude: [
      "**/node_modules/**",
      ...(name === "real" ? ["**/rules.test.ts", "**/queries.test.ts", "server/kernel/**", "server/db/**"] : []),
    ],
    globalSetup: ["server/test/template.ts"],
    env,
    // Loading the product is a third of a file's time on PostgreSQL. Several embedded databases in one process make V8 crash.
    isolate: name === "embedded",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      "web/vitest.config.ts",
      { test: { name: "contract", include: ["contract/**/*.test.ts", "texts/**/*.test.ts", "tools/**/*.test.ts"] } },
      server("embedded", { TEST_ENGINE: "embedded" }),
      ...(real ? [server("real", { TEST_ENGINE: "real", TEST_DATABASE_URL: DATABASE, TEST_REDIS_URL: REDIS })] : []),
    ],
    // One more than the two cores of CI: a test that waits for a timeout leaves its core to another.
    maxWorkers: 3,
  },
});

/** Whether a server responds without a password; a PostgreSQL with one is not for these tests. */
async function databaseAnswers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function redisAnswers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 2_000 }, () => socket.write("PING\r\n"));
    const end = (up: boolean) => {
      socket.destroy();
      resolve(up);
    };
    socket.on("data", (data) => end(String(data).startsWith("+PONG")));
    socket.on("error", () => end(false));
    socket.on("timeout", () => end(false));
  });
}

function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
