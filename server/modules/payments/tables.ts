/** Rows of orders. */
import type { PaymentMethod } from "@serenade/contract/credits";
import type { FailCode, PaymentStatus } from "@serenade/contract/payments";

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
