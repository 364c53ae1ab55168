import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_BUNDLES } from "../../site/prices/rules.ts";
import { monthOf, type Spending, spendingAfter, spendingAt, worthIn } from "./rules.ts";

const amounts = fc.option(fc.integer({ min: 0, max: 1_000_000 }));
const NOW = "2026-11-21T12:00:00.000Z";
const LATER = "2026-11-22T12:00:00.000Z";
const height = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;

/** As the row is read from the database. */
const kept = ({ limit, next }: Spending) => ({
  spending_limit: limit,
  spending_currency: "EUR",
  spending_next: next?.limit ?? null,
  spending_next_at: next?.from ?? null,
});

describe("the spending limit", () => {
  it("is never higher within a day than it was, whatever is requested and however often", () => {
    fc.assert(
      fc.property(amounts, fc.array(amounts, { minLength: 1 }), (first, wishes) => {
        let now: Spending = { limit: first, next: null };
        let lowest = height(first);
        for (const wish of wishes) {
          now = spendingAt(kept(spendingAfter(now, wish, LATER)), NOW);
          lowest = Math.min(lowest, height(wish));
          expect(height(now.limit)).toBe(lowest);
        }
      }),
    );
  });

  it("is the last requested one after its waiting period", () => {
    fc.assert(
      fc.property(amounts, fc.array(amounts, { minLength: 1 }), (first, wishes) => {
        let now: Spending = { limit: first, next: null };
        for (const wish of wishes) now = spendingAfter(now, wish, LATER);
        expect(spendingAt(kept(now), LATER)).toEqual({ limit: wishes.at(-1)!, next: null });
      }),
    );
  });

  it("counts by calendar months, and by the relation of prices across currencies", () => {
    expect(monthOf("2026-12-31T23:59:59.999Z")).toBe("2026-12-01T00:00:00.000Z");
    expect(worthIn(DEFAULT_BUNDLES, 2_499, "EUR", "EUR")).toBe(2_499);
    expect(worthIn(DEFAULT_BUNDLES, 2_499, "EUR", "DKK")).toBe(18_500);
    expect(worthIn(DEFAULT_BUNDLES, 100, "EUR", "XXX")).toBe(100);
  });
});
