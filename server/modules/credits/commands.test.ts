/** The ledger: one row for every change of a balance, a key makes a repetition the same movement, and nothing goes below 0 (product.md 7). */
import { randomUUID } from "node:crypto";
import { ChatApi } from "@serenade/contract/chat";
import { CreditsApi } from "@serenade/contract/credits";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { write } from "../../kernel/db/statement.ts";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, type Person } from "../../test/cast.ts";
import { changeSite } from "../site/commands.ts";
import { createWallet, type Movement, moveCredits, refundMessage } from "./commands.ts";
import { balanceOf, exportCredits, findFirstPurchase, listMovements, proveLedger } from "./queries.ts";
import { HOUSE, KINDS } from "./tables.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const move = (person: Person, amount: number, idem: string, more: Partial<Movement> = {}) =>
  test.app.db.transaction((tx) =>
    moveCredits(tx, { site: 1, member: person.number, amount, kind: "bonus", idem, at: test.app.clock.iso(), ...more }),
  );
const back = (person: Person, conversation: number, message: number) =>
  test.app.db.transaction((tx) =>
    refundMessage(tx, { site: 1, member: person.number, conversation, message, at: test.app.clock.iso() }),
  );
const balance = (person: Person) => balanceOf(test.app.db, 1, person.number);
const send = (from: Person, to: Person, message = "good evening") =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, message } });
const ledgerOf = async (person: Person) => {
  const sql =
    "select seq, debit, credit, amount, kind, ref, balance_after from ledger where member_id = $1 order by seq";
  return (await test.app.db.raw(sql, [person.number])).rows as Record<string, number>[];
};
const proofs = async () => Object.values(await proveLedger(test.app.db));

describe("a movement", () => {
  it("to the member comes from the house's account of its kind, and away from the member goes to it", async () => {
    const anna = await join(test, "anna");
    expect(await move(anna, 10, "order:1", { kind: "purchase", ref: 1 })).toEqual({ status: "moved", balance: 12 });
    expect(await move(anna, -5, "gift:1", { kind: "gift" })).toEqual({ status: "moved", balance: 7 });
    expect((await ledgerOf(anna)).slice(1)).toEqual([
      {
        seq: 2,
        debit: HOUSE.purchase,
        credit: anna.number,
        amount: 10,
        kind: KINDS.purchase,
        ref: 1,
        balance_after: 12,
      },
      { seq: 3, debit: anna.number, credit: HOUSE.gift, amount: 5, kind: KINDS.gift, ref: null, balance_after: 7 },
    ]);
    expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
  });

  it("takes all there is and nothing more", async () => {
    const [bram, carol] = [await join(test, "bram"), await join(test, "carol", { credits: 50 })];
    expect(await move(bram, -3, "too much")).toEqual({ status: "insufficient", balance: null });
    expect(await balance(bram)).toBe(2);
    expect(await move(bram, -2, "all")).toEqual({ status: "moved", balance: 0 });
    expect(await move(bram, -1, "one more")).toEqual({ status: "insufficient", balance: null });
    expect(await balance(carol)).toBe(52);
  });

  it("is the same movement with the same key, whatever else is said, and another member's key is another one", async () => {
    const [dirk, elin] = [await join(test, "dirk"), await join(test, "elin")];
    expect(await move(dirk, 5, "key")).toEqual({ status: "moved", balance: 7 });
    expect(await move(dirk, 1, "another key")).toEqual({ status: "moved", balance: 8 });
    expect(await move(dirk, 5, "key")).toEqual({ status: "duplicate", balance: 7 });
    expect(await move(dirk, -100, "key")).toEqual({ status: "duplicate", balance: 7 });
    expect(await balance(dirk)).toBe(8);
    expect(await move(elin, 5, "key")).toEqual({ status: "moved", balance: 7 });
  });

  it("of one key happens once, however many come at the same moment", async () => {
    const fred = await join(test, "fred");
    const moved = await Promise.all(Array.from({ length: 12 }, () => move(fred, 9, "order:2").catch(() => null)));
    expect(moved.filter((one) => one?.status === "moved")).toHaveLength(1);
    expect(await balance(fred)).toBe(11);
  });

  it("leaves the ledger whole in any order of amounts and repetitions", async () => {
    const steps = fc.array(fc.record({ amount: fc.integer({ min: -9, max: 9 }).filter(Boolean), key: fc.nat(5) }), {
      maxLength: 12,
    });
    let n = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const person = await join(test, `mover${n++}`);
        let expected = 2;
        const used = new Set<number>();
        for (const { amount, key } of list) {
          const { status } = await move(person, amount, `step:${key}`);
          const should = used.has(key) ? "duplicate" : expected + amount < 0 ? "insufficient" : "moved";
          expect(status).toBe(should);
          if (should !== "moved") continue;
          expected += amount;
          used.add(key);
        }
        expect(await balance(person)).toBe(expected);
      }),
      { numRuns: 8 },
    );
    expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("a wallet", () => {
  it("is made once and stays as it is when it is made again", async () => {
    const gina = await join(test, "gina");
    await test.app.db.transaction((tx) => createWallet(tx, 1, gina.number));
    expect(await balance(gina)).toBe(2);
    expect(await balanceOf(test.app.db, 1, 1)).toBe(0); // nobody
  });
});

describe("a message", () => {
  it("takes the last credits of its sender only, and is refused below its price", async () => {
    const [hugo, iris] = [await join(test, "hugo"), await join(test, "iris")];
    await changeSite(test.app, 1, { message_credits: 2 });
    const sent = await send(hugo, iris);
    expect([sent.status, sent.body.credits]).toEqual([201, 0]);
    const refused = await send(hugo, iris, "one more");
    await changeSite(test.app, 1, { message_credits: 1 });
    expect([refused.status, refused.body.error]).toEqual([402, "not_enough_credits"]);
    expect((await ledgerOf(hugo)).at(-1)).toMatchObject({
      seq: 2,
      debit: hugo.number,
      credit: HOUSE.message,
      amount: 2,
      kind: KINDS.message,
      balance_after: 0,
    });
    expect([await balance(hugo), await balance(iris)]).toEqual([0, 2]);
    expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
  });

  it("that is free leaves no row, the first as well as those after it", async () => {
    const [jan, kate] = [await join(test, "jan"), await join(test, "kate")];
    await changeSite(test.app, 1, { message_credits: 0 });
    for (const text of ["one", "two"]) expect((await send(jan, kate, text)).body.credits).toBe(2);
    await changeSite(test.app, 1, { message_credits: 1 });
    expect(await ledgerOf(jan)).toHaveLength(1);
    expect((await send(jan, kate, "three")).body.credits).toBe(1);
    expect(await ledgerOf(jan)).toHaveLength(2);
    expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("free messages of many at the same moment", () => {
  it("leave together: a row of 0 credits would break their statement, and each would go alone", async () => {
    const reader = await join(test, "reader");
    const writers = await Promise.all(Array.from({ length: 8 }, (_, n) => join(test, `writer${n}`)));
    await changeSite(test.app, 1, { message_credits: 0 });
    for (const writer of writers) await send(writer, reader);
    await Promise.all(writers.map((writer, n) => send(writer, reader, `free ${n}`)));
    await changeSite(test.app, 1, { message_credits: 1 });
    const { rows } = await test.app.db.raw(
      "select count(*)::int as messages, count(distinct xmin::text)::int as times from messages where body like 'free %'",
    );
    const [{ messages, times }] = rows as [{ messages: number; times: number }];
    expect([messages, times < 8]).toEqual([8, true]);
  });
});

describe("what a message cost", () => {
  it("goes back to its sender once, out of the account that it went to", async () => {
    const [leo, mia] = [await join(test, "leo", { credits: 20 }), await join(test, "mia")];
    const { body } = await send(leo, mia);
    const conversation = test.app.ids.decode("conversation", body.conversation)!;
    const message = test.app.ids.decode("message", body.message.id)!;
    await move(leo, -4, "message:5:6", { kind: "photo" });
    expect(await balance(leo)).toBe(17);
    expect(await back(mia, conversation, message)).toBe(0);
    expect(await back(leo, conversation, message)).toBe(1);
    expect(await back(leo, conversation, message)).toBe(0);
    expect(await back(leo, 5, 6)).toBe(4);
    expect(await balance(leo)).toBe(22);
    expect((await ledgerOf(leo)).slice(-2)).toEqual([
      expect.objectContaining({
        debit: HOUSE.message,
        credit: leo.number,
        amount: 1,
        kind: KINDS.message,
        ref: message,
      }),
      expect.objectContaining({ debit: HOUSE.photo, credit: leo.number, amount: 4, kind: KINDS.photo, ref: 6 }),
    ]);
    expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
  });

  it("is nothing where nothing was paid, or where the row of that key gave credits", async () => {
    const ned = await join(test, "ned");
    expect(await back(ned, 7, 8)).toBe(0);
    await move(ned, 3, "message:7:8");
    expect(await back(ned, 7, 8)).toBe(0);
    expect(await balance(ned)).toBe(5);
  });
});

describe("the statement", () => {
  it("comes in pages without gaps, names the conversation of a message, and is saved as a whole", async () => {
    const [rosa, ture] = [await join(test, "rosemary", { credits: 20 }), await join(test, "ture")];
    const sent = await send(rosa, ture);
    for (let n = 0; n < 60; n++) await move(rosa, 1, `many:${n}`);
    const first = (await rosa.call(CreditsApi.history)).body;
    expect([first.movements.length, first.older, first.debt]).toEqual([50, true, 0]);
    const next = (await rosa.call(CreditsApi.history, { query: { before: String(first.movements.at(-1)!.number) } }))
      .body;
    const numbers = [...first.movements, ...next.movements].map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => numbers.length - at));
    expect(next.older).toBe(false);
    const message = next.movements.find(({ kind }) => kind === "message");
    expect(message).toMatchObject({ amount: -1, conversation: sent.body.conversation, transaction: null });
    const file = await rosa.fetch("/api/credit-history.php?format=csv", { headers: { "x-request-type": "client" } });
    expect(file.headers.get("content-disposition")).toContain("credits.csv");
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines[0]).toBe("number,time,reason,credits,balance,transaction,conversation");
    expect(lines).toHaveLength(numbers.length + 1);
    expect(lines.find((line) => line.includes(",message,"))).toContain(`,-1,21,,${sent.body.conversation}`);
  });
});

describe("the history", () => {
  it("shows the newest first, spent credits as negative, so many and only one's own", async () => {
    const [olga, pim] = [await join(test, "olga"), await join(test, "pim")];
    await move(olga, 8, "a");
    await move(olga, -1, "b");
    await move(pim, 100, "c");
    const rows = await listMovements(test.app.db, { site: 1, member: olga.number }, 99, 10);
    expect(rows.map(({ amount, balance_after }) => [amount, balance_after])).toEqual([
      [-1, 9],
      [8, 10],
      [2, 2],
    ]);
    expect(await listMovements(test.app.db, { site: 1, member: olga.number }, 3, 1)).toEqual(rows.slice(1, 2));
    expect((await olga.call(CreditsApi.read)).body.balance).toBe(9);
    const copied = await exportCredits(test.app.db, 1, olga.number);
    expect(copied.wallets).toEqual([{ debt: 0, member_id: olga.number, balance: 9, seq: 3 }]);
    expect(copied.ledger.map((row) => (row as { seq: number }).seq)).toEqual([1, 2, 3]);
  });

  it("knows the order of the first purchase: not of another kind, not of anybody else", async () => {
    const [rosa, sven] = [await join(test, "rosa"), await join(test, "sven")];
    const first = (person: Person) => findFirstPurchase(test.app.db, 1, person.number);
    expect(await first(rosa)).toBeNull();
    await move(sven, 5, "order:8", { kind: "purchase", ref: 8 });
    await move(rosa, 5, "gift", { ref: 9 });
    expect(await first(rosa)).toBeNull();
    await move(rosa, 5, "order:11", { kind: "purchase", ref: 11 });
    await move(rosa, 5, "order:10", { kind: "purchase", ref: 10 });
    expect(await first(rosa)).toBe(11);
  });
});

describe("the proofs", () => {
  const [SUM, ZERO, CHAIN, END] = [0, 1, 2, 3];
  /** What the proofs count while the books are wrong; afterwards they are right again. */
  async function broken(change: string, person: Person): Promise<number[]> {
    let counts: number[] = [];
    await test.app.db
      .transaction(async (tx) => {
        await tx.one(write<{ member: number }>(change), { member: person.number });
        counts = Object.values(await proveLedger(tx));
        throw new Error("back");
      })
      .catch(() => {});
    expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
    return counts;
  }
  it.each([
    ["a balance that nobody moved", "update wallets set balance = balance + 1 where member_id = $member", [SUM, ZERO]],
    ["a wallet without its rows", "delete from ledger where member_id = $member", [SUM, ZERO, END]],
    [
      "a row that is gone in the middle",
      "delete from ledger where member_id = $member and seq = 2",
      [SUM, ZERO, CHAIN],
    ],
    [
      "a number in the chain that is left out",
      "update ledger set seq = seq + 1 where member_id = $member and seq = 3",
      [CHAIN, END],
    ],
    [
      "a balance that the step did not lead to",
      "update ledger set balance_after = balance_after + 1 where member_id = $member and seq = 2",
      [CHAIN],
    ],
    [
      "an amount that was changed",
      "update ledger set amount = amount + 1 where member_id = $member and seq = 1",
      [SUM, ZERO, CHAIN],
    ],
    [
      "a wallet that counts further than its chain",
      "update wallets set seq = seq + 1 where member_id = $member",
      [END],
    ],
    [
      "a wallet that counts less far than its chain",
      "update wallets set seq = seq - 1 where member_id = $member",
      [END],
    ],
  ])("find %s", async (what, change, wrong) => {
    const tove = await join(test, `tove${what.length}`);
    await move(tove, 5, "a");
    await move(tove, -1, "b");
    const counts = await broken(change, tove);
    expect(counts.flatMap((count, proof) => (count === 0 ? [] : [proof]))).toEqual(wrong);
  });
});
