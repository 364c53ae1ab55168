/** Files by key: a folder in the data directory (an object store would implement the same three methods). */
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface Storage {
  /** Atomic and durable: a failed write leaves no file, and a resolved one survives a power failure. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** The bytes, or null when there is no such file. */
  get(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
}

/** Suffix of files that are being written. Those of a crashed process are removed by the next one to start. */
const PARTIAL = ".partial";
const ABANDONED_MS = 3_600_000;

/** Keys are made by the product, never by a caller: `photos/<site>/<id>/full.webp`. */
export function openStorage(directory: string): Storage {
  const pathOf = (key: string) => {
    if (!/^[a-z0-9/._-]+$/.test(key) || key.includes("..")) throw new Error(`not a storage key: ${key}`);
    return join(directory, key);
  };
  const partials = join(directory, PARTIAL);
  void removeAbandoned(partials).catch(() => {});
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      const partial = join(partials, randomUUID());
      await mkdir(partials, { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeDown(partial, bytes);
        await rename(partial, path); // never a half-written file under its name
      } catch (error) {
        await rm(partial, { force: true }).catch(() => {}); // report the write's error, not this one
        throw error;
      }
      await syncDirectory(dirname(path));
    },
    get: (key) =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      }),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

async function writeDown(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name lasts once its folder is written down. */
async function syncDirectory(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

async function removeAbandoned(partials: string): Promise<void> {
  const names = await readdir(partials).catch(() => []);
  if (names.length === 0) return;
  // by the clock of the file system, which may be another machine's
  const marker = join(partials, randomUUID());
  await writeDown(marker, Buffer.of());
  const now = (await stat(marker)).mtimeMs;
  await rm(marker, { force: true });
  for (const path of names.map((name) => join(partials, name)))
    if (now - (await stat(path)).mtimeMs > ABANDONED_MS) await rm(path, { force: true });
}
