/** How much of an order can be refunded, and for how many credits. */

/** What a withdrawal refunds: the unused credits of an order, and their part of its price, rounded down to whole minor units. */
export function unusedPart(order: { credits: number; amount: number }, taken: number, balance: number) {
  const credits = Math.max(0, Math.min(order.credits - taken, balance));
  return { credits, amount: Math.floor((order.amount * credits) / order.credits) };
}

/** The credits that belong to a part of an order's price; rounded up, so that the whole price is all of the credits. */
export const creditsOf = (order: { credits: number; amount: number }, amount: number): number =>
  Math.min(order.credits, Math.ceil((order.credits * amount) / order.amount));

/** Days are whole days of 24 hours from the order on. */
export const isWithdrawable = (orderedAt: string, days: number, now: Date): boolean =>
  now.getTime() - Date.parse(orderedAt) <= days * 86_400_000;
