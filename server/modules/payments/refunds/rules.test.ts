import fc from "fast-check";
import { expect, it } from "vitest";
import { creditsOf, isWithdrawable, unusedPart } from "./rules.ts";

const ORDER = { credits: 60, amount: 2_499 };

it("a withdrawal refunds the unused credits' part of the price, never more than the price", () => {
  expect(unusedPart(ORDER, 0, 62)).toEqual({ credits: 60, amount: 2_499 });
  expect(unusedPart(ORDER, 0, 30)).toEqual({ credits: 30, amount: 1_249 });
  expect(unusedPart(ORDER, 30, 62)).toEqual({ credits: 30, amount: 1_249 });
  expect(unusedPart(ORDER, 0, 0)).toEqual({ credits: 0, amount: 0 });
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), (taken, balance) => {
      const { credits, amount } = unusedPart(ORDER, taken, balance);
      expect(credits).toBeLessThanOrEqual(Math.min(balance, ORDER.credits));
      expect(amount).toBeLessThanOrEqual(ORDER.amount);
    }),
  );
});

it("the whole price is all of the credits, and any part of it at least one", () => {
  expect([creditsOf(ORDER, 2_499), creditsOf(ORDER, 1), creditsOf(ORDER, 1_250)]).toEqual([60, 1, 31]);
});

// spec: 9.refund-days
it("the days of a withdrawal are whole: the last millisecond counts, the next does not", () => {
  const ordered = "2026-11-01T10:00:00.000Z";
  expect(isWithdrawable(ordered, 14, new Date("2026-11-15T10:00:00.000Z"))).toBe(true);
  expect(isWithdrawable(ordered, 14, new Date("2026-11-15T10:00:00.001Z"))).toBe(false);
});
