/** Rows of orders. */
import type { PaymentMethod } from "@serenade/contract/credits";
import type { FailCode, PaymentStatus } from "@serenade/contract/payments";
import type { PaymentRequest, ProviderName } from "./gateway.ts";

/** Unpaid orders: in ten minutes, and in a day. */
export interface UnpaidCounts {
  member: number;
  network: number;
  member_day: number;
  network_day: number;
  /** Of the member's cards, the highest number of orders of any member. */
  card_day: number;
}

export interface ReturnedRow {
  order_id: number;
  refunded: number;
  charged_back: number;
}

export interface OrderRow {
  site_id: number;
  id: number;
  member_id: number;
  tier: "p0" | "p1" | "p2" | "p3";
  credits: number;
  amount: number;
  currency: string;
  paymentmethod: PaymentMethod;
  provider: ProviderName;
  provider_ref: string | null;
  redirect: string | null;
  status: PaymentStatus;
  fail_code: FailCode | null;
  /** The code that its price includes. */
  discount_code: string | null;
  /** The code's discount, in minor units. */
  discount_amount: number | null;
  /** Where the buyer is: as stated, by their network's address, and by their card. */
  country: string | null;
  network_country: string | null;
  card_country: string | null;
  /** The request to the provider; null on older orders. */
  request: PaymentRequest | null;
  /** The stored card or account that it is charged to. */
  instrument_id: number | null;
  /** The mandate of its direct debit. */
  mandate_id: number | null;
  /** According to the provider, the payer has nothing left to do. */
  payer_acted: boolean;
  /** How often it was checked while open. */
  looks: number;
  created_at: string;
}

/** An order that is decided, and whether a chargeback of it is not. */
export interface DecidedOrderRow extends OrderRow {
  disputed: boolean;
}
