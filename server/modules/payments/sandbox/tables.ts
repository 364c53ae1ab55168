/** Rows of the sandbox provider: separate from the product's, as those of any provider. */
import type { FailCode } from "@serenade/contract/payments";

export interface SandboxPayment {
  ref: string;
  amount: number;
  currency: string;
  description: string;
  paymentmethod: string;
  return_url: string;
  webhook_url: string;
  /** `processing`: a direct debit that the bank has not answered. */
  status: "open" | "challenge" | "processing" | "paid" | "failed" | "cancelled";
  fail_code: FailCode | null;
  /** Of the card that was tried last; null for other means. */
  card_fingerprint: string | null;
  customer: string | null;
  /** Whether the card or account is stored once it has paid. */
  store: boolean;
  instrument: string | null;
  created_at: string;
}

export interface SandboxInstrument {
  token: string;
  kind: "card" | "paypal";
  brand: string | null;
  last4: string | null;
  exp_month: number | null;
  exp_year: number | null;
  outcome: "paid" | "challenge" | "declined";
}

export interface SandboxRefund {
  ref: string;
  client_key: string;
  amount: number;
  status: "pending" | "completed" | "failed";
}

export interface SandboxChargeback {
  ref: string;
  amount: number;
  reason: string;
  status: "open" | "won" | "lost";
  due_by: string | null;
}

export interface SandboxNotice {
  id: string;
  ref: string;
  webhook_url: string;
  attempts: number;
}
