import { PAYMENT_STATUSES, type PaymentStatus } from "@serenade/contract/payments";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayMove } from "./rules.ts";

const move = (status: PaymentStatus, to: PaymentStatus): PaymentStatus => (mayMove(status, to) ? to : status);

describe("the moves of an order", () => {
  it("are only these", () => {
    const moves = PAYMENT_STATUSES.flatMap((from) =>
      PAYMENT_STATUSES.filter((to) => mayMove(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(moves).toMatchInlineSnapshot(`
      [
        "loading → pending",
        "loading → completed",
        "loading → failed",
        "loading → cancelled",
        "pending → completed",
        "pending → failed",
        "pending → cancelled",
        "completed → refunded",
        "failed → completed",
        "cancelled → completed",
      ]
    `);
  });

  it("end completed once a completed was among them, in any order and number", () => {
    const notices = fc.array(fc.constantFrom<PaymentStatus>("pending", "failed", "cancelled", "completed"), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(notices, (list) => {
        const end = list.reduce<PaymentStatus>(move, "loading");
        expect(end === "completed").toBe(list.includes("completed"));
      }),
    );
  });
});
