/**
 * The port that every payment provider fits. Amounts are integer minor units. Nothing here decides what an order becomes:
 * a notice only says "look again", and what `fetch` answers is what counts.
 */
import type { PaymentMethod } from "@serenade/contract/credits";
import type { FailCode } from "@serenade/contract/payments";

export interface PaymentRequest {
  /** The same key again is the same payment. */
  key: string;
  amount: number;
  currency: string;
  description: string;
  paymentmethod: PaymentMethod;
  /** Where the provider sends the payer back to. */
  returnUrl: string;
  /** Where the provider sends its notices to. */
  webhookUrl: string;
}

export interface ProviderPayment {
  ref: string;
  status: "pending" | "completed" | "failed" | "cancelled";
  failCode: FailCode | null;
  amount: number;
  currency: string;
  /** The provider's own sign of the card or account that was tried, the same for the same card; null where it has none. */
  fingerprint: string | null;
}

export interface PaymentGateway {
  name: "sandbox";
  /** Opens a payment; answers its reference and the page where it is paid. */
  create(request: PaymentRequest): Promise<{ ref: string; redirect: string }>;
  fetch(ref: string): Promise<ProviderPayment | null>;
  /** Closes an unpaid payment; nothing when it is closed or paid already. */
  cancel(ref: string): Promise<void>;
  /** The notice's own id and the payment it is about, or null when its signature is not the provider's. */
  verify(raw: Buffer, headers: Record<string, string | undefined>, now: Date): { id: string; ref: string } | null;
}
