/**
 * One process per directory. The lock is a socket that its holder listens on: it is released when the process ends,
 * also by kill -9, and cannot be confused by equal process ids in two containers, as a pid file can.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LONGEST_SOCKET_PATH = 100; // 107 on Linux, 103 on macOS

/** Acquires the lock or throws a readable error; returns the function that releases it. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  mkdirSync(directory, { recursive: true });
  const path = socketPath(realpathSync(directory));
  const token = randomUUID();
  if (await whoListens(path)) throw new Error(inUse(directory));
  rmSync(path, { force: true }); // stale socket of a killed process
  const server = await listen(path, token);
  // Two processes that start at the same moment both get here; the one whose socket was replaced gives up.
  await new Promise((resolve) => setTimeout(resolve, 30));
  if ((await whoListens(path)) !== token) {
    server.close();
    throw new Error(inUse(directory));
  }
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
    });
}

const inUse = (directory: string) =>
  `The database in ${directory} is in use by another process. Stop that one first, or set DATA_DIR (or DATABASE_URL, where several processes may share one database).`;

function socketPath(directory: string): string {
  const inside = join(directory, "..", `${directory.split("/").at(-1)}.lock`);
  if (inside.length <= LONGEST_SOCKET_PATH) return inside;
  return join(tmpdir(), `serenade-${createHash("sha1").update(directory).digest("hex").slice(0, 16)}.lock`);
}

function listen(path: string, token: string): Promise<Server> {
  const server = createServer((socket) => socket.end(token));
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve(server));
  });
}

/** The token of the process that holds the lock, or null when it is free. */
function whoListens(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let token = "";
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      token += part;
    });
    socket.on("error", () => resolve(null));
    socket.on("close", () => resolve(token || null));
  });
}
