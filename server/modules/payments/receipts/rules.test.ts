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

  it("has the standard rate of each country, in hundredths of a percent", () => {
    const rates = {
      ...{ AT: 2_000, BE: 2_100, CH: 810, DE: 1_900, DK: 2_500, ES: 2_100, FI: 2_550, FR: 2_000 },
      ...{ GB: 2_000, IE: 2_300, IT: 2_200, NL: 2_100, NO: 2_500, PL: 2_300, SE: 2_500, US: 0, CA: 0 },
    };
    const today = Object.keys(rates).map((country) => [country, vatRate(country, "2026-11-24")]);
    expect(Object.fromEntries(today)).toEqual(rates);
    expect([vatRate("CH", "2023-12-31"), vatRate("CH", "2024-01-01")]).toEqual([770, 810]);
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
