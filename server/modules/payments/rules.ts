/** The only moves of an order (product.md 7), and which methods a country has. */
import type { PaymentMethod } from "@serenade/contract/credits";
import type { PaymentStatus } from "@serenade/contract/payments";

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

const LOCAL: Record<string, PaymentMethod[]> = { NL: ["ideal"], BE: ["bancontact", "ideal"] };

/** Methods offered in a country, the most used there first. */
export const methodsOf = (country: string): PaymentMethod[] => [...(LOCAL[country] ?? []), "card", "paypal"];
