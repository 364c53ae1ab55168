import {
  UNPAID_ORDERS_CARD_DAY,
  UNPAID_ORDERS_DAY,
  UNPAID_ORDERS_NETWORK_DAY,
  UNPAID_ORDERS_TEN_MINUTES,
} from "@serenade/contract/limits";
import { PAYMENT_STATUSES, type PaymentStatus } from "@serenade/contract/payments";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isGivenUp, isOpen, mayMove, methodsOf, networkKey, pauseAfter, recheckDelay } from "./rules.ts";

const move = (status: PaymentStatus, to: PaymentStatus): PaymentStatus => (mayMove(status, to) ? to : status);

describe("the moves of an order", () => {
  // spec: 4.payment-states
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

it("an order is open, given up, or neither", () => {
  expect(PAYMENT_STATUSES.filter(isOpen)).toEqual(["loading", "pending"]);
  expect(PAYMENT_STATUSES.filter(isGivenUp)).toEqual(["failed", "cancelled"]);
});

describe("who leaves orders behind that are not paid", () => {
  const none = { member: 0, network: 0, member_day: 0, network_day: 0, card_day: 0 };

  it.each([
    ["member", UNPAID_ORDERS_TEN_MINUTES, 600],
    ["network", UNPAID_ORDERS_TEN_MINUTES, 600],
    ["member_day", UNPAID_ORDERS_DAY, 3_600],
    ["network_day", UNPAID_ORDERS_NETWORK_DAY, 3_600],
    ["card_day", UNPAID_ORDERS_CARD_DAY, 3_600],
  ] as const)("waits once %s has come to %i, and not one order before", (count, most, seconds) => {
    expect(pauseAfter({ ...none, [count]: most - 1 })).toBe(0);
    expect(pauseAfter({ ...none, [count]: most })).toBe(seconds);
    expect(pauseAfter({ ...none, [count]: most + 1 })).toBe(seconds);
  });
});

describe("an order that is decided", () => {
  const DAY = 86_400;
  const pause = (status: PaymentStatus, days: number, disputed = false) => {
    const seconds = recheckDelay(status, { age: days * DAY, disputed });
    return seconds && seconds / DAY;
  };

  it("is looked at less often the older it is, for thirteen months; oftener while a chargeback is undecided", () => {
    const ages = [0, 29, 30, 119, 120, 399, 400];
    expect(ages.map((days) => pause("completed", days))).toEqual([1, 1, 7, 7, 30, 30, null]);
    expect(ages.map((days) => pause("refunded", days))).toEqual([1, 1, 7, 7, 30, 30, null]);
    expect(ages.map((days) => pause("completed", days, true))).toEqual([1, 1, 7, 7, 7, 7, null]);
  });

  it("is looked at for three days where it was given up", () => {
    expect([0, 2, 3, 30].map((days) => pause("cancelled", days))).toEqual([1, 1, null, null]);
    expect(pause("failed", 0)).toBe(1);
  });
});

it("the sign of a network is its own and does not tell it", () => {
  const sign = networkKey("a secret", "192.0.2.7");
  expect(networkKey("a secret", "192.0.2.7")).toBe(sign);
  expect(networkKey("a secret", "192.0.2.8")).not.toBe(sign);
  expect(networkKey("another secret", "192.0.2.7")).not.toBe(sign);
  expect(sign).not.toContain("192.0.2.7");
});

it("a country's own methods come first, cards and PayPal are taken everywhere, direct debits in the euro", () => {
  expect(methodsOf("NL")).toEqual(["ideal", "card", "paypal", "directdebit"]);
  expect(methodsOf("BE")).toEqual(["bancontact", "ideal", "card", "paypal", "directdebit"]);
  expect(methodsOf("DE")).toEqual(["card", "paypal", "directdebit"]);
  expect(methodsOf("PL")).toEqual(["card", "paypal"]);
  expect(methodsOf("")).toEqual(["card", "paypal"]);
});
