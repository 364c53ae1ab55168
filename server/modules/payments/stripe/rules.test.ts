/** Every state of Stripe's API that decides about an order. */
import { describe, expect, it } from "vitest";
import { disputeStatus, failCodeOf, refundStatus, statusOfIntent, statusOfSession } from "./rules.ts";

describe("states", () => {
  it.each([
    ["succeeded", "completed"],
    ["canceled", "cancelled"],
    ["requires_payment_method", "failed"],
    ["requires_action", "pending"],
    ["processing", "pending"],
    ["a state of next year", "pending"],
  ])("of an intent: %s is %s", (theirs, ours) => expect(statusOfIntent(theirs)).toBe(ours));

  it.each([
    ["expired", "unpaid", null, "cancelled"],
    ["expired", "unpaid", "processing", "cancelled"],
    ["open", "unpaid", null, "pending"],
    ["open", "unpaid", "succeeded", "pending"],
    [null, "unpaid", null, "pending"],
    ["complete", "paid", null, "completed"],
    ["complete", "no_payment_required", null, "completed"],
    ["complete", "unpaid", null, "pending"],
    ["complete", "unpaid", "processing", "pending"],
    ["complete", "unpaid", "requires_payment_method", "failed"],
  ])("of a session: %s, %s, its intent %s, is %s", (status, payment_status, intent, ours) =>
    expect(statusOfSession({ status, payment_status }, intent)).toBe(ours),
  );

  it.each([
    ["succeeded", "completed"],
    ["failed", "failed"],
    ["canceled", "failed"],
    ["pending", "pending"],
    ["requires_action", "pending"],
    [null, "pending"],
  ])("of a refund: %s is %s", (theirs, ours) => expect(refundStatus(theirs)).toBe(ours));

  it.each([
    ["warning_needs_response", null],
    ["warning_closed", null],
    ["needs_response", "open"],
    ["under_review", "open"],
    ["won", "won"],
    ["prevented", "won"],
    ["lost", "lost"],
  ])("of a dispute: %s is %s", (theirs, ours) => expect(disputeStatus(theirs)).toBe(ours));

  it.each([
    ["insufficient_funds", "insufficient_funds"],
    ["expired_card", "expired_card"],
    ["authentication_required", "authentication_failed"],
    ["payment_intent_authentication_failure", "authentication_failed"],
    ["processing_error", "provider_error"],
    ["issuer_not_available", "provider_error"],
    ["stolen_card", "declined"],
    [null, "declined"],
    [undefined, "declined"],
  ])("of a decline: %s is %s", (theirs, ours) => expect(failCodeOf(theirs)).toBe(ours));
});
