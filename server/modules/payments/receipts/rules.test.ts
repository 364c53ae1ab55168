import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { receiptNumber, splitVat, taxCountry, vatRate } from "./rules.ts";

describe("value added tax", () => {
  it("is split to the cent, and both parts are the price again", () => {
    expect(splitVat(1_999, 2_100)).toEqual({ net: 1_652, vat: 347 });
    expect(splitVat(-1_999, 2_100)).toEqual({ net: -1_652, vat: -347 });
    expect(splitVat(999, 0)).toEqual({ net: 999, vat: 0 });
    fc.assert(
      fc.property(fc.integer({ min: -1e8, max: 1e8 }), fc.integer({ min: 0, max: 3_000 }), (gross, rate) => {
        const { net, vat } = splitVat(gross, rate);
        expect(net + vat).toBe(gross);
        expect(Math.abs(vat - (net * rate) / 10_000)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("has the rate of its day: the day of a change counts already", () => {
    expect([vatRate("FI", "2024-08-31T23:59:59Z"), vatRate("FI", "2024-09-01")]).toEqual([2_400, 2_550]);
    expect([vatRate("CH", "2026-11-23"), vatRate("US", "2026-11-23")]).toEqual([810, 0]);
  });

  it("is that of the country that the member names, unless network and card agree on another one", () => {
    expect(taxCountry({ declared: "NL", network: "DE", card: null })).toBe("NL");
    expect(taxCountry({ declared: "NL", network: "DE", card: "FR" })).toBe("NL");
    expect(taxCountry({ declared: "NL", network: "DE", card: "DE" })).toBe("DE");
    expect(taxCountry({ declared: "NL", network: null, card: null })).toBe("NL");
  });
});

it("numbers of receipts sort as they were given", () => {
  expect([receiptNumber({ year: 2026, number: 7 }), receiptNumber({ year: 2026, number: 1_234_567 })]).toEqual([
    "2026-000007",
    "2026-1234567",
  ]);
});
