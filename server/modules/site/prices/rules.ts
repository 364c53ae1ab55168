/** Prices by currency, the currency of a country, and what a message costs in money (product.md 2). */
import type { UnitPrice } from "@serenade/contract/fields";
import type { BundleRow } from "../tables.ts";

const CREDITS = { p0: 20, p1: 60, p2: 150, p3: 400 } as const;

/** Amounts of p0 to p3 in minor units, rounded as prices are where the currency is used. */
const PRICES: Record<string, [number, number, number, number]> = {
  EUR: [999, 2499, 4999, 9999],
  USD: [1099, 2699, 5499, 10999],
  GBP: [849, 2149, 4299, 8499],
  CAD: [1499, 3799, 7499, 14999],
  AUD: [1699, 4199, 8299, 16499],
  NZD: [1799, 4599, 8999, 17999],
  CHF: [990, 2490, 4890, 9790],
  DKK: [7500, 18500, 37500, 74500],
  SEK: [11500, 28500, 56900, 113900],
  NOK: [11900, 29500, 58900, 117900],
  PLN: [4299, 10799, 21499, 42999],
};

export const DEFAULT_BUNDLES: BundleRow[] = Object.entries(PRICES).flatMap(([currency, amounts]) =>
  (["p0", "p1", "p2", "p3"] as const).map((tier, index) => ({
    tier,
    currency,
    credits: CREDITS[tier],
    amount: amounts[index]!,
    popular: tier === "p1",
  })),
);

const CURRENCIES: Record<string, string> = {
  US: "USD",
  GB: "GBP",
  CA: "CAD",
  AU: "AUD",
  NZ: "NZD",
  CH: "CHF",
  DK: "DKK",
  SE: "SEK",
  NO: "NOK",
  PL: "PLN",
};

/** The currency that people of a country pay in; the euro where none of their own is offered. */
export const currencyOf = (country: string): string => CURRENCIES[country] ?? "EUR";

/** What one message costs in a bundle: a decimal number in the main unit, at most three digits behind the point. */
export function messagePrice({ amount, credits, currency }: BundleRow, messageCredits: number): UnitPrice {
  const thousandths = Math.round((amount * messageCredits * 1000) / (credits * 10 ** digitsOf(currency)));
  return { costs: String(thousandths / 1000), currency };
}

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Per country the price of one message in the best bundle (§3 minimum_message_costs). */
export function minimumMessageCosts(
  countries: readonly string[],
  bundles: readonly BundleRow[],
  messageCredits: number,
): Record<string, UnitPrice> {
  const best = new Map<string, UnitPrice>();
  for (const bundle of bundles) {
    const price = messagePrice(bundle, messageCredits);
    const known = best.get(bundle.currency);
    if (!known || Number(price.costs) < Number(known.costs)) best.set(bundle.currency, price);
  }
  const entries = countries.flatMap((country) => {
    const price = best.get(currencyOf(country));
    return price ? [[country, price] as const] : [];
  });
  return Object.fromEntries(entries);
}
