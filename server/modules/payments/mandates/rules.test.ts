import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeHash, debitDate, ibanKey, isBeyondDebitLimit, newCode, normalIban, referenceOf } from "./rules.ts";

describe("an IBAN", () => {
  it("is taken with spaces and in small letters", () => {
    expect(normalIban("nl91 abna 0417 1643 00")).toBe("NL91ABNA0417164300");
    expect(normalIban("DE89 3704 0044 0532 0130 00")).toBe("DE89370400440532013000");
  });

  it("with one wrong digit is refused", () => {
    const right = "NL91ABNA0417164300";
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 17 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digit = (Number(right[at]) + by) % 10;
        expect(normalIban(right.slice(0, at) + digit + right.slice(at + 1))).toBeNull();
      }),
    );
    for (const wrong of ["", "NL", "NL91ABNA041716430", "XX91ABNA0417164300", "BR1800360305000010009795493C1"])
      expect([wrong, normalIban(wrong)]).toEqual([wrong, null]);
  });

  it("is known again by a key that does not tell it", () => {
    const key = ibanKey("secret", "NL91ABNA0417164300");
    expect(key).toBe(ibanKey("secret", "NL91ABNA0417164300"));
    expect(key).not.toBe(ibanKey("another", "NL91ABNA0417164300"));
    expect(key).not.toContain("0417");
  });
});

describe("a code", () => {
  it("has six digits and is bound to its mandate", () => {
    for (let n = 0; n < 200; n++) expect(newCode()).toMatch(/^\d{6}$/);
    expect(codeHash("secret", 1, "012 345")).toEqual(codeHash("secret", 1, "012345"));
    expect(codeHash("secret", 1, "012345")).not.toEqual(codeHash("secret", 2, "012345"));
  });
});

describe("the limits of direct debits", () => {
  it("are 100.00 a day and 250.00 in 30 days, to the cent", () => {
    expect(isBeyondDebitLimit({ day: 0, month: 0 }, 10_000)).toBe(false);
    expect(isBeyondDebitLimit({ day: 0, month: 0 }, 10_001)).toBe(true);
    expect(isBeyondDebitLimit({ day: 7_501, month: 7_501 }, 2_499)).toBe(false);
    expect(isBeyondDebitLimit({ day: 7_502, month: 7_502 }, 2_499)).toBe(true);
    expect(isBeyondDebitLimit({ day: 0, month: 15_000 }, 10_000)).toBe(false);
    expect(isBeyondDebitLimit({ day: 0, month: 15_001 }, 10_000)).toBe(true);
  });
});

it("a reference fits a bank statement, and is the same for ever", () => {
  expect(referenceOf(1_234_567_890_123)).toBe("SRNFR5HUGNF");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      expect(referenceOf(id)).toMatch(/^[A-Z0-9]{4,35}$/);
    }),
  );
});

it("a debit is announced a day ahead", () => {
  expect(debitDate(new Date("2026-12-31T10:00:00Z")).toISOString()).toBe("2027-01-01T10:00:00.000Z");
});
