import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { turns } from "./turns.ts";

it("lets the first line go before the second, and refuses what would wait in a full one", async () => {
  const inTurn = turns(1, { most: 3, seconds: 5 });
  const done: string[] = [];
  const work = (name: string, first: boolean) =>
    inTurn(
      async () => {
        await setImmediate();
        done.push(name);
      },
      { first },
    ).catch(({ code, params }) => void done.push(`${name}: ${code} ${params.seconds}`));
  const strangers = ["running", "a", "b", "c", "d"].map((name) => work(name, false));
  const known = ["e", "f"].map((name) => work(name, true));
  await Promise.all([...strangers, ...known]);
  expect(done).toEqual(["d: unavailable 5", "running", "e", "f", "a", "b", "c"]);
});

it("never runs more at once than it may, keeps the order, and goes on after a failure", async () => {
  const inTurn = turns(2);
  const began: number[] = [];
  let [running, most] = [0, 0];
  const work = (n: number) =>
    inTurn(async () => {
      began.push(n);
      most = Math.max(most, ++running);
      await setImmediate();
      running--;
      if (n % 3 === 0) throw new Error("as some do");
    }).catch(() => {});
  const first = Array.from({ length: 10 }, (_, n) => work(n));
  await first[0]; // whoever comes just as a turn ends stands behind those who wait
  await Promise.all([...first, work(10), work(11)]);
  expect([most, began]).toEqual([2, Array.from({ length: 12 }, (_, n) => n)]);
});
