/** The transitions of an order (product.md 7), the methods of a country, and the limits of unpaid orders. */
import { createHmac } from "node:crypto";
import type { PaymentMethod } from "@serenade/contract/credits";
import {
  UNPAID_ORDERS_CARD_DAY,
  UNPAID_ORDERS_DAY,
  UNPAID_ORDERS_NETWORK_DAY,
  UNPAID_ORDERS_TEN_MINUTES,
} from "@serenade/contract/limits";
import type { PaymentStatus } from "@serenade/contract/payments";
import type { UnpaidCounts } from "./tables.ts";

const MOVES: Record<PaymentStatus, PaymentStatus[]> = {
  loading: ["pending", "completed", "failed", "cancelled"],
  pending: ["completed", "failed", "cancelled"],
  // A late confirmation counts: the money has arrived, so the credits are added.
  failed: ["completed"],
  cancelled: ["completed"],
  completed: ["refunded"],
  refunded: [],
};

/** True when `to` changes something; repeated and late notices change nothing, so their order does not matter. */
export const mayMove = (from: PaymentStatus, to: PaymentStatus): boolean => MOVES[from].includes(to);

export const isOpen = (status: PaymentStatus): boolean => status === "loading" || status === "pending";

/** Nothing was paid, and its discount was released. */
export const isGivenUp = (status: PaymentStatus): boolean => status === "failed" || status === "cancelled";

const TEN_MINUTES = 600;
const HOUR = 3_600;

/** Seconds to wait before another order; 0 when there is no need. Testing stolen cards leaves unpaid orders. */
export function pauseAfter({ member, network, member_day, network_day, card_day }: UnpaidCounts): number {
  const today = [
    [member_day, UNPAID_ORDERS_DAY],
    [network_day, UNPAID_ORDERS_NETWORK_DAY],
    [card_day, UNPAID_ORDERS_CARD_DAY],
  ] as const;
  if (today.some(([count, most]) => count >= most)) return HOUR;
  return Math.max(member, network) >= UNPAID_ORDERS_TEN_MINUTES ? TEN_MINUTES : 0;
}

/** Identifies the network of an order without storing its address. */
export const networkKey = (appSecret: string, network: string): string =>
  createHmac("sha256", appSecret).update(`payment network ${network}`).digest("base64url");

const LOCAL: Record<string, PaymentMethod[]> = { NL: ["ideal"], BE: ["bancontact", "ideal"] };

/** Euro countries whose banks accept SEPA direct debits. */
const DIRECT_DEBIT = new Set(["AT", "BE", "DE", "ES", "FI", "FR", "IE", "IT", "LU", "NL", "PT"]);

/** Methods offered in a country, the most used there first. */
export const methodsOf = (country: string): PaymentMethod[] => [
  ...(LOCAL[country] ?? []),
  "card",
  "paypal",
  ...(DIRECT_DEBIT.has(country) ? (["directdebit"] as const) : []),
];

/** Seconds until an open order is checked again: a minute at first, doubled each time, six hours at most. */
export const checkDelay = (looks: number): number => Math.min(21_600, 60 * 2 ** Math.min(looks, 20));

const DAY = 24 * HOUR;
/** The bank can reverse a direct debit for thirteen months, a card payment for less. */
const REVERSIBLE_SECONDS = 400 * DAY;
/** How long an abandoned payment may still be confirmed. */
const CONFIRMED_LATE_SECONDS = 3 * DAY;

/**
 * Seconds until a decided order is checked again, so that a lost notice of a refund or chargeback only delays it: daily for a
 * month, then weekly for a quarter, then monthly; weekly while a chargeback is undecided. Null: never again.
 */
export function recheckDelay(
  status: PaymentStatus,
  { age, disputed }: { age: number; disputed: boolean },
): number | null {
  if (isGivenUp(status)) return age < CONFIRMED_LATE_SECONDS ? DAY : null;
  if (age >= REVERSIBLE_SECONDS) return null;
  if (age < 30 * DAY) return DAY;
  return disputed || age < 120 * DAY ? 7 * DAY : 30 * DAY;
}
