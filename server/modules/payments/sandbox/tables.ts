/** Rows of the sandbox provider: it keeps its own books, as any provider does. */
import type { FailCode } from "@serenade/contract/payments";

export interface SandboxPayment {
  ref: string;
  amount: number;
  currency: string;
  description: string;
  paymentmethod: string;
  return_url: string;
  webhook_url: string;
  status: "open" | "challenge" | "paid" | "failed" | "cancelled";
  fail_code: FailCode | null;
  /** Of the card that was tried last; null for other means. */
  card_fingerprint: string | null;
  created_at: string;
}

export interface SandboxNotice {
  id: string;
  ref: string;
  webhook_url: string;
  attempts: number;
}
