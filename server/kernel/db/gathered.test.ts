import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { askTogether, gathered } from "./gathered.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const dividing = gathered<[number: number, by: number | null, words: string[]], { quotient: number; words: string }>(
  "select $1::int / coalesce($2::int, 1) as quotient, array_to_string($3::text[], ' ') as words",
  ["int", "int", "text[]"],
);

describe("reads that are asked together", () => {
  it("answer each with their own, in few statements", async () => {
    const all = vi.spyOn(test.app.db, "all");
    const one = vi.spyOn(test.app.db, "one");
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    const answers = await Promise.all(
      numbers.map((n) => askTogether(test.app.db, dividing, n, n % 2 ? null : 2, [`"it's" {${n}}`, "ł, \\ é"])),
    );
    expect(answers.map(({ quotient }) => quotient)).toEqual(numbers.map((n) => (n % 2 ? n : n / 2)));
    expect(answers.map(({ words }) => words)).toEqual(numbers.map((n) => `"it's" {${n}} ł, \\ é`));
    expect(all.mock.calls.length + one.mock.calls.length).toBeLessThan(15);
    vi.restoreAllMocks();
  });

  it("fail only whose own question is at fault", async () => {
    const answers = await Promise.allSettled([4, 0, 2].map((by) => askTogether(test.app.db, dividing, 8, by, [])));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value.quotient : null))).toEqual([
      2,
      null,
      4,
    ]);
    expect((await askTogether(test.app.db, dividing, 9, 3, [])).quotient).toBe(3);
  });

  it("do not wait for one that takes long", async () => {
    const { all } = test.app.db;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = vi.spyOn(test.app.db, "all").mockImplementationOnce(async (...asked) => {
      await held;
      return all(...asked);
    });
    const done: string[] = [];
    const ask = (who: string) => askTogether(test.app.db, dividing, 6, 3, []).then(() => void done.push(who));
    const late = Promise.all([ask("held up"), ask("held up")]);
    await vi.waitFor(() => expect(slow).toHaveBeenCalledOnce());
    await Promise.all([ask("after"), ask("after")]);
    release();
    await late;
    expect(done).toEqual(["after", "after", "held up", "held up"]);
    expect(slow).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
  });
});
