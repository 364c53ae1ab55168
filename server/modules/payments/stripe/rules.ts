/** Stripe's states and decline codes → ours. */
import type { FailCode } from "@serenade/contract/payments";
import type { Chargeback, ProviderPayment, ProviderRefund } from "../gateway.ts";

/** Of a payment intent. */
export function statusOfIntent(status: string): ProviderPayment["status"] {
  if (status === "succeeded") return "completed";
  if (status === "canceled") return "cancelled";
  return status === "requires_payment_method" ? "failed" : "pending"; // an unknown state is one that is not decided
}

/** Of a checkout session: paid, still open, or closed without a payment. */
export function statusOfSession(
  session: { status: string | null; payment_status: string },
  intent: string | null,
): ProviderPayment["status"] {
  if (session.status === "expired") return "cancelled";
  if (session.status !== "complete") return "pending";
  if (session.payment_status !== "unpaid") return "completed";
  return intent === null ? "pending" : statusOfIntent(intent);
}

/** The payer learns no more of a decline than a bank would show. */
export function failCodeOf(code: string | null | undefined): FailCode {
  if (code === "insufficient_funds") return "insufficient_funds";
  if (code === "expired_card") return "expired_card";
  if (code === "authentication_required" || code === "payment_intent_authentication_failure")
    return "authentication_failed";
  return code === "processing_error" || code === "issuer_not_available" ? "provider_error" : "declined";
}

export function refundStatus(status: string | null): ProviderRefund["status"] {
  if (status === "succeeded") return "completed";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

/** A warning is no chargeback yet: nothing was withdrawn. */
export function disputeStatus(status: string): Chargeback["status"] | null {
  if (status.startsWith("warning_")) return null;
  if (status === "won" || status === "prevented") return "won";
  return status === "lost" ? "lost" : "open";
}
