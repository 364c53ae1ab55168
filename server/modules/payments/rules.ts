/** The only moves of an order (product.md 7), which methods a country has, and how many orders may come to nothing. */
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
  // A provider that confirms a payment after all is believed: the money is there, so are the credits.
  failed: ["completed"],
  cancelled: ["completed"],
  completed: ["refunded"],
  refunded: [],
};

/** True when `to` changes something; repeated and late notices change nothing, so any order of them ends in one state. */
export const mayMove = (from: PaymentStatus, to: PaymentStatus): boolean => MOVES[from].includes(to);

export const isOpen = (status: PaymentStatus): boolean => status === "loading" || status === "pending";

/** Nothing was paid, and its discount was given back. */
export const isGivenUp = (status: PaymentStatus): boolean => status === "failed" || status === "cancelled";

const TEN_MINUTES = 600;
const HOUR = 3_600;

/** Seconds to wait before another order; 0 when there is no need. Who tries out cards leaves orders behind that are not paid. */
export function pauseAfter({ member, network, member_day, network_day, card_day }: UnpaidCounts): number {
  const today = [
    [member_day, UNPAID_ORDERS_DAY],
    [network_day, UNPAID_ORDERS_NETWORK_DAY],
    [card_day, UNPAID_ORDERS_CARD_DAY],
  ] as const;
  if (today.some(([count, most]) => count >= most)) return HOUR;
  return Math.max(member, network) >= UNPAID_ORDERS_TEN_MINUTES ? TEN_MINUTES : 0;
}

/** A sign of the network that an order is begun from, which does not tell the address. */
export const networkKey = (appSecret: string, network: string): string =>
  createHmac("sha256", appSecret).update(`payment network ${network}`).digest("base64url");

const LOCAL: Record<string, PaymentMethod[]> = { NL: ["ideal"], BE: ["bancontact", "ideal"] };

/** Countries of the euro whose banks take SEPA direct debits. */
const DIRECT_DEBIT = new Set(["AT", "BE", "DE", "ES", "FI", "FR", "IE", "IT", "LU", "NL", "PT"]);

/** Methods offered in a country, the most used there first. */
export const methodsOf = (country: string): PaymentMethod[] => [
  ...(LOCAL[country] ?? []),
  "card",
  "paypal",
  ...(DIRECT_DEBIT.has(country) ? (["directdebit"] as const) : []),
];

/** Seconds until an open order is looked at again: a minute at first, then twice as long each time, six hours at most. */
export const pauseBeforeLook = (looks: number): number => Math.min(21_600, 60 * 2 ** Math.min(looks, 20));

const DAY = 24 * HOUR;
/** The bank can reverse a direct debit for thirteen months, a card payment for less. */
const REVERSIBLE_SECONDS = 400 * DAY;
/** A payment that was given up may be confirmed after all for so long. */
const CONFIRMED_LATE_SECONDS = 3 * DAY;

/**
 * Seconds until an order that is decided is looked at again, so that lost notices of refunds and chargebacks delay them only: daily
 * for a month, then weekly for a quarter, then monthly; weekly while a chargeback is undecided. Null: nothing happens to it any more.
 */
export function pauseBeforeNextLook(
  status: PaymentStatus,
  { age, disputed }: { age: number; disputed: boolean },
): number | null {
  if (isGivenUp(status)) return age < CONFIRMED_LATE_SECONDS ? DAY : null;
  if (age >= REVERSIBLE_SECONDS) return null;
  if (age < 30 * DAY) return DAY;
  return disputed || age < 120 * DAY ? 7 * DAY : 30 * DAY;
}
