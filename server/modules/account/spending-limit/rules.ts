/** The spending limit: a lower one applies immediately, a higher one after a day (product.md 7). */
import { isoTime } from "../../../kernel/db/db.ts";
import type { BundleRow } from "../../site/tables.ts";
import type { SpendingRow } from "./tables.ts";

export interface Spending {
  /** Minor units a month; null is no limit. */
  limit: number | null;
  next: { limit: number | null; from: string } | null;
}

/** The current limit and the pending one. */
export function spendingAt(row: SpendingRow | null, now: string): Spending {
  if (!row) return { limit: null, next: null };
  const from = row.spending_next_at && isoTime(row.spending_next_at);
  if (from !== null && Date.parse(from) <= Date.parse(now)) return { limit: row.spending_next, next: null };
  return { limit: row.spending_limit, next: from === null ? null : { limit: row.spending_next, from } };
}

/** The result of requesting `wanted`. Repeating a pending request does not restart its day. */
export function spendingAfter({ limit, next }: Spending, wanted: number | null, dayLater: string): Spending {
  const lower = wanted !== null && (limit === null || wanted <= limit);
  if (lower || wanted === limit) return { limit: wanted, next: null };
  return { limit, next: next && next.limit === wanted ? next : { limit: wanted, from: dayLater } };
}

/** The start of the month of `now`, in UTC. */
export const monthOf = (now: string): string => `${now.slice(0, 7)}-01T00:00:00.000Z`;

/** An amount in another currency at the relation of the site's own prices, so that moving countries lifts no limit. */
export function worthIn(bundles: readonly BundleRow[], amount: number, from: string, to: string): number {
  if (from === to) return amount;
  const price = (currency: string) => bundles.find((one) => one.tier === "p1" && one.currency === currency)?.amount;
  const [there, here] = [price(from), price(to)];
  return there && here ? Math.round((amount * here) / there) : amount;
}
