/** What a member's money has to be after each step, in plain arithmetic: no database, no provider, nothing of the product's code. */
import type { ProviderPayment } from "../../modules/payments/gateway.ts";

/** The part of a payment that decides what an order becomes. */
export type Seen = Pick<ProviderPayment, "status" | "refunds" | "chargebacks">;

export interface ModelRefund {
  /** The provider's key of it. */
  key: string;
  amount: number;
  credits: number;
  reason: "withdrawal" | "staff";
  status: "pending" | "completed" | "failed";
}

export interface ModelChargeback {
  ref: string;
  amount: number;
  credits: number;
  status: "open" | "won" | "lost";
}

export interface ModelOrder {
  amount: number;
  credits: number;
  status: "loading" | "pending" | "completed" | "failed" | "cancelled" | "refunded";
  /** The provider's payment, once the order knows it. */
  ref: string | null;
  /** Of the product's clock, in milliseconds. */
  madeAt: number;
  refunds: ModelRefund[];
  chargebacks: ModelChargeback[];
}

export interface Model {
  balance: number;
  debt: number;
  orders: ModelOrder[];
}

export const isOpen = ({ status }: ModelOrder): boolean => status === "loading" || status === "pending";
export const isPaid = ({ status }: ModelOrder): boolean => status === "completed" || status === "refunded";

/** Credits come in: a debt is settled first. */
export function give(model: Model, credits: number): void {
  const settled = Math.min(model.debt, model.balance + credits);
  model.balance += credits - settled;
  model.debt -= settled;
}

/** Credits are taken whatever the balance is. */
function take(model: Model, credits: number): void {
  const covered = Math.min(model.balance, credits);
  model.balance -= covered;
  model.debt += credits - covered;
}

const held = (order: ModelOrder) => [
  ...order.refunds.filter(({ status }) => status !== "failed"),
  ...order.chargebacks.filter(({ status }) => status !== "won"),
];
const sum = (rows: { amount: number; credits: number }[], what: "amount" | "credits"): number =>
  rows.reduce((all, row) => all + row[what], 0);
const creditsLeft = (order: ModelOrder): number => Math.max(0, order.credits - sum(held(order), "credits"));
const amountLeft = (order: ModelOrder): number => order.amount - sum(held(order), "amount");
const creditsFor = (order: ModelOrder, amount: number): number =>
  Math.min(order.credits, Math.ceil((order.credits * amount) / order.amount));

/** The product asked the provider about an order; null when the provider has no such payment. */
export function settle(model: Model, order: ModelOrder, seen: Seen | null): void {
  const to = seen?.status ?? "cancelled";
  if (to === "completed" && !isPaid(order)) {
    order.status = "completed";
    give(model, order.credits);
  } else if (isOpen(order)) order.status = to;
  if (!isPaid(order) || !seen) return;
  for (const { key, status } of seen.refunds) settleRefund(model, order, key!, status);
  for (const { ref, amount, status } of seen.chargebacks) settleChargeback(model, order, { ref, amount, status });
}

export function settleRefund(model: Model, order: ModelOrder, key: string, to: ModelRefund["status"]): void {
  const refund = order.refunds.find((one) => one.key === key)!;
  if (to === "completed" && refund.status === "pending") {
    refund.status = "completed";
    const done = order.refunds.filter(({ status }) => status === "completed");
    if (sum(done, "amount") >= order.amount) order.status = "refunded";
  }
  if (to !== "failed" || refund.status === "failed") return;
  refund.status = "failed";
  give(model, refund.credits);
  // A chargeback took less because of this refund: it takes the rest now.
  for (const back of order.chargebacks.filter(({ status }) => status !== "won")) {
    const more = Math.min(creditsFor(order, back.amount) - back.credits, creditsLeft(order));
    back.credits += more;
    take(model, more);
  }
}

function settleChargeback(
  model: Model,
  order: ModelOrder,
  { ref, amount, status }: Pick<ModelChargeback, "ref" | "amount" | "status">,
): void {
  let back = order.chargebacks.find((one) => one.ref === ref);
  if (!back) {
    back = { ref, amount, credits: Math.min(creditsFor(order, amount), creditsLeft(order)), status: "open" };
    take(model, back.credits);
    order.chargebacks.push(back);
  }
  if (back.status === "won" || status === "open") return;
  back.status = status;
  if (status === "won") give(model, back.credits);
}

type Part = { amount: number; credits: number };

/** The part that a withdrawal refunds, or why it is refused. */
export function withdrawal(model: Model, order: ModelOrder): Part | string {
  if (!isRefundable(order)) return "payment_closed";
  const credits = Math.min(creditsLeft(order), model.balance);
  const amount = Math.floor((order.amount * credits) / order.credits);
  const before = order.refunds.some(({ reason, status }) => reason === "withdrawal" && status !== "failed");
  return before || amount === 0 || amount > amountLeft(order) ? "nothing_to_refund" : { amount, credits };
}

/** The same of a refund by staff. */
export function staffRefund(model: Model, order: ModelOrder, amount: number): Part | string {
  if (!isRefundable(order)) return "payment_closed";
  if (amount > amountLeft(order)) return "nothing_to_refund";
  return { amount, credits: Math.min(creditsFor(order, amount), creditsLeft(order), model.balance) };
}

/** A refund may fail after it completed its order; then there is something to refund again. */
function isRefundable(order: ModelOrder): boolean {
  if (order.status !== "refunded") return order.status === "completed";
  return (
    sum(
      order.refunds.filter(({ status }) => status !== "failed"),
      "amount",
    ) < order.amount
  );
}

/** The credits of a new refund leave the balance before the call to the provider. */
export function addRefund(model: Model, order: ModelOrder, refund: Omit<ModelRefund, "status">): void {
  order.refunds.push({ ...refund, status: "pending" });
  model.balance -= refund.credits;
}
