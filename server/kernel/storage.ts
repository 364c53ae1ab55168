/** Files by key: a folder in the data directory (an object store comes behind the same three verbs). */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface Storage {
  put(key: string, bytes: Buffer): Promise<void>;
  /** The bytes, or null when there is no such file. */
  get(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
}

/** Keys are made by the product, never by a caller: `photos/<site>/<id>/full.webp`. */
export function openStorage(directory: string): Storage {
  const pathOf = (key: string) => {
    if (!/^[a-z0-9/._-]+$/.test(key) || key.includes("..")) throw new Error(`not a storage key: ${key}`);
    return join(directory, key);
  };
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${randomUUID()}`;
      await writeFile(partial, bytes);
      await rename(partial, path); // never a half-written file under its name
    },
    get: (key) =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      }),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
