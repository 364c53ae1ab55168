/** Mollie's states, amounts and locales ↔ ours. */
import type { PaymentMethod } from "@serenade/contract/credits";
import type { FailCode } from "@serenade/contract/payments";
import type { ProviderPayment, ProviderRefund } from "../gateway.ts";

export const METHODS: Record<PaymentMethod, string> = {
  card: "creditcard",
  paypal: "paypal",
  ideal: "ideal",
  bancontact: "bancontact",
  directdebit: "directdebit",
};

/** Minor units → "24.99", without floating point. All currencies of the product have two decimals. */
export function amountText(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "24.99" → minor units. */
export function minorUnits(text: string): number {
  const [, sign, whole, cents] = /^(-?)(\d+)\.(\d{2})$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`not an amount: ${text}`);
  return Number(`${whole}${cents}`) * (sign ? -1 : 1);
}

const LOCALES: Record<string, string> = {
  da: "da_DK",
  de: "de_DE",
  en: "en_US",
  es: "es_ES",
  fi: "fi_FI",
  fr: "fr_FR",
  it: "it_IT",
  nb: "nb_NO",
  nl: "nl_NL",
  pl: "pl_PL",
  sv: "sv_SE",
};

export const localeOf = (locale: string): string => LOCALES[locale] ?? "en_US";

export function statusOf(status: string): ProviderPayment["status"] {
  if (status === "paid") return "completed";
  if (status === "failed") return "failed";
  return status === "canceled" || status === "expired" ? "cancelled" : "pending"; // an unknown state is not decided
}

export function failCodeOf(reason: string | null | undefined): FailCode {
  if (reason === "insufficient_funds") return "insufficient_funds";
  if (reason === "card_expired") return "expired_card";
  if (reason === "authentication_failed" || reason === "authentication_required") return "authentication_failed";
  return reason === "processing_error" || reason === "internal_error" ? "provider_error" : "declined";
}

export function refundStatus(status: string): ProviderRefund["status"] {
  if (status === "refunded") return "completed";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}
