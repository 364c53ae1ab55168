import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Db } from "./db.ts";
import { openEmbedded } from "./embedded.ts";
import { type NoParams, read, write } from "./statement.ts";

const directory = mkdtempSync(join(tmpdir(), "serenade-embedded-"));
const insert = write<{ n: number }>("insert into numbers values ($n)");
const all = read<NoParams, { n: number }>("select n from numbers order by n");

let db: Db;
beforeAll(async () => {
  db = await openEmbedded(join(directory, "database"));
  await db.script("create table numbers (n bigint primary key)");
});
afterAll(async () => {
  await db.close();
  rmSync(directory, { recursive: true });
});

describe("the embedded database", () => {
  it("refuses a second opener with a readable error", async () => {
    await expect(openEmbedded(join(directory, "database"))).rejects.toThrow(/in use by another process/);
  });

  it("isolates 30 parallel transactions and rolls back those that fail; effects follow the commit only", async () => {
    const effects: number[] = [];
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        db.transaction(async (tx) => {
          await tx.one(insert, { n });
          tx.afterCommit(() => effects.push(n));
          if (n % 3 === 0) throw new Error("undone");
        }),
      ),
    );
    const kept = Array.from({ length: 30 }, (_, n) => n).filter((n) => n % 3 !== 0);
    expect((await db.all(all)).map((row) => row.n)).toEqual(kept);
    expect(effects.sort((a, b) => a - b)).toEqual(kept);
  });

  it("can run a statement again after it failed, alone and in a transaction", async () => {
    await db.one(insert, { n: 100 });
    for (const work of [
      () => db.one(insert, { n: 100 }),
      () =>
        db.transaction(async (tx) => {
          await tx.one(insert, { n: 101 });
          await tx.one(insert, { n: 100 });
        }),
    ])
      await expect(work()).rejects.toMatchObject({ code: "23505" });
    await db.one(insert, { n: 101 });
    const here = (await db.all(all)).map((row) => row.n);
    expect(here.slice(-2)).toEqual([100, 101]);
  });

  it("rolls back when a script fails in a transaction of its own", async () => {
    const script = db.script("begin; insert into numbers values (200); select 1 / 0; commit");
    const meanwhile = db.all(all);
    await expect(script).rejects.toMatchObject({ code: "22012" });
    expect((await meanwhile).map((row) => row.n)).not.toContain(200);
  });

  it("runs no other statement between those of a transaction", async () => {
    const order: string[] = [];
    const note = (what: string) => () => order.push(what);
    let outside: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.one(insert, { n: 200 });
      outside = db.all(all).then(note("outside"));
      await tx.all(all).then(note("inside"));
      await tx.all(all).then(note("inside"));
    });
    await outside;
    expect(order).toEqual(["inside", "inside", "outside"]);
  });

  it("refuses a statement of a transaction that is over, instead of running it inside the next one", async () => {
    let late: (() => Promise<unknown>) | undefined;
    await db.transaction(async (tx) => {
      late = () => tx.one(insert, { n: 300 });
    });
    await db.transaction(async (tx) => {
      await expect(late!()).rejects.toThrow("the transaction is over");
      await tx.one(insert, { n: 301 });
    });
    expect((await db.all(all)).map((row) => row.n)).not.toContain(300);
  });

  it("opens again after it was closed, with everything in it", async () => {
    const before = await db.all(all);
    await db.close();
    db = await openEmbedded(join(directory, "database"));
    expect(await db.all(all)).toEqual(before);
  });
});
