import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expiryOf, isExpired, labelOf } from "./rules.ts";

describe("a stored card", () => {
  it("is named by brand and last digits, an account by its provider", () => {
    expect(labelOf({ kind: "card", brand: "visa", last4: "4242" })).toBe("Visa •••• 4242");
    expect(labelOf({ kind: "card", brand: "Mastercard", last4: "4444" })).toBe("Mastercard •••• 4444");
    expect(labelOf({ kind: "card", brand: "Girocard", last4: null })).toBe("Girocard");
    expect(labelOf({ kind: "card", brand: null, last4: "0341" })).toBe("Card •••• 0341");
    expect(labelOf({ kind: "paypal", brand: null, last4: null })).toBe("PayPal");
  });

  it("shows its expiry as on the card", () => {
    expect(expiryOf({ exp_month: 8, exp_year: 2029 })).toBe("08/29");
    expect(expiryOf({ exp_month: 12, exp_year: 2030 })).toBe("12/30");
    expect(expiryOf({ exp_month: 1, exp_year: 2101 })).toBe("01/01");
    expect(expiryOf({ exp_month: null, exp_year: 2030 })).toBeNull();
    expect(expiryOf({ exp_month: 8, exp_year: null })).toBeNull();
  });

  it("can be charged to the last moment of its month, and not after it", () => {
    const months = fc.record({
      exp_month: fc.integer({ min: 1, max: 12 }),
      exp_year: fc.integer({ min: 2020, max: 2099 }),
    });
    fc.assert(
      fc.property(months, (card) => {
        const end = Date.UTC(card.exp_year, card.exp_month, 1);
        expect(isExpired(card, new Date(end - 1))).toBe(false);
        expect(isExpired(card, new Date(end))).toBe(true);
      }),
    );
    for (const card of [
      { exp_month: null, exp_year: null },
      { exp_month: null, exp_year: 2001 },
      { exp_month: 1, exp_year: null },
    ])
      expect(isExpired(card, new Date("2026-11-24"))).toBe(false);
  });
});
