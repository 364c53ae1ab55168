/** Rows of orders. */
import type { PaymentMethod } from "@serenade/contract/credits";
import type { FailCode, PaymentStatus } from "@serenade/contract/payments";

/** Orders that were begun and are not paid: in ten minutes, and in a day. */
export interface UnpaidCounts {
  member: number;
  network: number;
  member_day: number;
  network_day: number;
  /** Of the card, of those that the member tried, that most orders were tried with, by anybody. */
  card_day: number;
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
  provider: "sandbox";
  provider_ref: string | null;
  redirect: string | null;
  status: PaymentStatus;
  fail_code: FailCode | null;
  /** The code that its price was made with. */
  discount_code: string | null;
  created_at: string;
}
