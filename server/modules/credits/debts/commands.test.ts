/** Credits taken back although they are spent: the balance ends at 0, the rest is debt, and purchases settle it (product.md 7). */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { type Movement, moveCredits } from "../commands.ts";
import { listMovements, proveLedger } from "../queries.ts";
import { KINDS } from "../tables.ts";
import { lockBalance, settleDebt, takeCredits } from "./commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const within = <T>(
  work: (tx: Parameters<Parameters<typeof test.app.db.transaction>[0]>[0]) => Promise<T>,
): Promise<T> => test.app.db.transaction(work);
const movement = (person: Person, amount: number, kind: Movement["kind"], idem: string): Movement => ({
  site: 1,
  member: person.number,
  amount,
  kind,
  idem,
  at: test.app.clock.iso(),
});
const take = (person: Person, amount: number, idem: string) =>
  within((tx) => takeCredits(tx, movement(person, amount, "chargeback", idem)));
const buy = (person: Person, amount: number, idem: string) =>
  within(async (tx) => {
    await moveCredits(tx, movement(person, amount, "purchase", idem));
    return settleDebt(tx, movement(person, amount, "purchase", idem));
  });
const wallet = (person: Person) => within((tx) => lockBalance(tx, 1, person.number));
const proofs = async () => Object.values(await proveLedger(test.app.db));

describe("credits that are taken back", () => {
  it("come from the balance, and what is missing becomes debt, once", async () => {
    const anna = await join(test, "anna", { credits: 58 });
    expect(await take(anna, 20, "chargeback:1")).toEqual({ debt: 0 });
    expect(await wallet(anna)).toEqual({ balance: 40, debt: 0 });
    expect(await take(anna, 60, "chargeback:2")).toEqual({ debt: 20 });
    expect(await take(anna, 60, "chargeback:2")).toEqual({ debt: 0 });
    expect(await wallet(anna)).toEqual({ balance: 0, debt: 20 });
    const [last, lent] = await listMovements(test.app.db, { site: 1, member: anna.number }, 99, 2);
    expect(last).toMatchObject({ kind: KINDS.chargeback, amount: -60, balance_after: 0 });
    expect(lent).toMatchObject({ kind: KINDS.debt, amount: 20, balance_after: 60 });
    expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
  });

  it("are settled by the next purchases, as far as each reaches, once", async () => {
    const bram = await join(test, "bram", { credits: 0 });
    await take(bram, 50, "chargeback:1");
    const { balance: none, debt } = await wallet(bram);
    expect(none).toBe(0);
    expect(await buy(bram, 20, "order:1")).toBe(20);
    expect(await buy(bram, 20, "order:1")).toBe(0);
    expect(await wallet(bram)).toEqual({ balance: 0, debt: debt - 20 });
    expect(await buy(bram, 60, "order:2")).toBe(debt - 20);
    expect(await wallet(bram)).toEqual({ balance: 80 - debt, debt: 0 });
    expect(await buy(bram, 5, "order:3")).toBe(0);
    expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
  });

  it("are settled once by a purchase that is repeated after credits came from elsewhere", async () => {
    const dagny = await join(test, "dagny", { credits: 0 });
    await take(dagny, 50, "chargeback:1");
    const { debt } = await wallet(dagny);
    expect(await buy(dagny, 20, "order:1")).toBe(20);
    await within((tx) => moveCredits(tx, movement(dagny, 20, "bonus", "bonus:1")));
    expect(await buy(dagny, 20, "order:1")).toBe(0);
    expect(await wallet(dagny)).toEqual({ balance: 20, debt: debt - 20 });
    expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
  });

  it("that come back after a won dispute settle the debt and leave the rest", async () => {
    const carl = await join(test, "carl", { credits: 10 });
    const before = await wallet(carl);
    await take(carl, 60, "chargeback:1");
    await within(async (tx) => {
      const won = movement(carl, 60, "chargeback_won", "won:1");
      await moveCredits(tx, won);
      await settleDebt(tx, won);
    });
    expect(await wallet(carl)).toEqual(before);
    expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
  });

  it("of a member without a wallet are nothing to lock", async () => {
    expect(await within((tx) => lockBalance(tx, 1, 1))).toEqual({ balance: 0, debt: 0 });
  });

  it("keep the books right in any order of purchases, chargebacks and repetitions", async () => {
    let run = 0;
    const step = fc.record({
      kind: fc.constantFrom("buy" as const, "take" as const),
      amount: fc.integer({ min: 1, max: 80 }),
      key: fc.integer({ min: 1, max: 6 }),
    });
    const dora = await join(test, "dora");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        run++;
        const start = await wallet(dora);
        const done = new Map<string, number>();
        for (const { kind, amount, key } of steps) {
          const idem = `${run}:${kind}:${key}`;
          await (kind === "buy" ? buy : take)(dora, amount, idem);
          if (!done.has(idem)) done.set(idem, kind === "buy" ? amount : -amount);
        }
        const { balance, debt } = await wallet(dora);
        const change = [...done.values()].reduce((sum, amount) => sum + amount, 0);
        expect(balance - debt).toBe(start.balance - start.debt + change);
        expect(Math.min(balance, debt)).toBeGreaterThanOrEqual(0);
        expect(await proofs()).toEqual([0, 0, 0, 0, 0]);
      }),
      { numRuns: 25 },
    );
  });
});
