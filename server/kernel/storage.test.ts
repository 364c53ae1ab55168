import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStorage } from "./storage.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "serenade-storage-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const files = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []));

describe("storage", () => {
  it("stores files completely, also when it replaces one", async () => {
    const storage = openStorage(directory);
    expect(await storage.get("photos/1/a.webp")).toBeNull();
    await storage.put("photos/1/a.webp", Buffer.from("first"));
    await storage.put("photos/1/a.webp", Buffer.alloc(3_000_000, 7));
    expect((await storage.get("photos/1/a.webp"))?.length).toBe(3_000_000);
    expect(files()).toEqual(["a.webp"]);
    await storage.remove("photos/1/a.webp");
    expect(files()).toEqual([]);
  });

  it("leaves no partial file after a failed write, and keeps the previous file", async () => {
    const storage = openStorage(directory);
    // a folder where the file is to go: it is written, and cannot take its name
    mkdirSync(join(directory, "photos/1/taken.webp/inside"), { recursive: true });
    await expect(storage.put("photos/1/taken.webp", Buffer.from("lost"))).rejects.toThrow();
    await expect(storage.put("photos/1/b.webp", null as never)).rejects.toThrow(); // fails while it is written
    expect(files()).toEqual([]);
    expect(existsSync(join(directory, "photos/1/taken.webp/inside"))).toBe(true);
  });

  it("removes partial files of a killed process at startup, and none that are being written", async () => {
    mkdirSync(join(directory, ".partial"));
    for (const name of ["dead", "busy"]) writeFileSync(join(directory, ".partial", name), "half");
    const old = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(join(directory, ".partial/dead"), old, old);
    openStorage(directory);
    await expect.poll(files, { timeout: 5_000 }).toEqual(["busy"]);
  });
});
