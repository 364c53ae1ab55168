/** Every state of Mollie's API, and amounts and locales in both directions. */
import { LOCALES } from "@serenade/contract/locales";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountText, failCodeOf, localeOf, METHODS, minorUnits, refundStatus, statusOf } from "./rules.ts";

describe("states", () => {
  it.each([
    ["paid", "completed"],
    ["failed", "failed"],
    ["canceled", "cancelled"],
    ["expired", "cancelled"],
    ["open", "pending"],
    ["pending", "pending"],
    ["authorized", "pending"],
    ["a state of next year", "pending"],
  ])("of a payment: %s is %s", (theirs, ours) => expect(statusOf(theirs)).toBe(ours));

  it.each([
    ["refunded", "completed"],
    ["failed", "failed"],
    ["canceled", "failed"],
    ["queued", "pending"],
    ["processing", "pending"],
  ])("of a refund: %s is %s", (theirs, ours) => expect(refundStatus(theirs)).toBe(ours));

  it.each([
    ["insufficient_funds", "insufficient_funds"],
    ["card_expired", "expired_card"],
    ["authentication_failed", "authentication_failed"],
    ["authentication_required", "authentication_failed"],
    ["processing_error", "provider_error"],
    ["internal_error", "provider_error"],
    ["possible_fraud", "declined"],
    [null, "declined"],
    [undefined, "declined"],
  ])("of a failure: %s is %s", (theirs, ours) => expect(failCodeOf(theirs)).toBe(ours));
});

describe("amounts", () => {
  it.each([
    [0, "0.00"],
    [5, "0.05"],
    [99, "0.99"],
    [100, "1.00"],
    [2_499, "24.99"],
    [-2_499, "-24.99"],
    [-5, "-0.05"],
  ])("%i is %s", (minor, text) => {
    expect(amountText(minor)).toBe(text);
    expect(minorUnits(text) + 0).toBe(minor); // + 0: no negative zero
  });

  it("are the same after both directions", () =>
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (minor) => {
        expect(minorUnits(amountText(minor)) + 0).toBe(minor);
      }),
    ));

  it.each(["", "24", "24.9", "24.999", "24,99", "1e3.00", " 24.99"])("%o is not one", (text) =>
    expect(() => minorUnits(text)).toThrow("not an amount"),
  );
});

it("every language of the product has a locale of its own, and others are English", () => {
  const locales = LOCALES.map(localeOf);
  expect(new Set(locales).size).toBe(LOCALES.length);
  for (const [at, locale] of locales.entries()) expect(locale).toMatch(new RegExp(`^${LOCALES[at]}_[A-Z]{2}$`));
  expect(localeOf("tlh")).toBe("en_US");
});

it("a card is a credit card there", () => expect(METHODS.card).toBe("creditcard"));
