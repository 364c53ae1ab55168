/** The label of a stored card or account, and until when it can be charged. */
import type { InstrumentRow } from "./tables.ts";

const BRANDS: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
  cartes_bancaires: "Cartes Bancaires",
};

/** "Visa •••• 4242", "PayPal". A brand that is not in the table is shown as the provider spells it. */
export function labelOf({ kind, brand, last4 }: Pick<InstrumentRow, "kind" | "brand" | "last4">): string {
  if (kind === "paypal") return "PayPal";
  const name = brand ? (BRANDS[brand.toLowerCase()] ?? brand) : "Card";
  return last4 ? `${name} •••• ${last4}` : name;
}

/** "08/29", or null without an expiry date. */
export const expiryOf = ({ exp_month, exp_year }: Pick<InstrumentRow, "exp_month" | "exp_year">): string | null =>
  exp_month && exp_year ? `${String(exp_month).padStart(2, "0")}/${String(exp_year % 100).padStart(2, "0")}` : null;

/** A card can be charged until the end of its month. */
export function isExpired({ exp_month, exp_year }: Pick<InstrumentRow, "exp_month" | "exp_year">, now: Date): boolean {
  return exp_month !== null && exp_year !== null && now.getTime() >= Date.UTC(exp_year, exp_month, 1);
}
