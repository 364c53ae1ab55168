/** The monthly limit that a member sets on their own spending (product.md 7). */
import { SPENDING_RAISE_HOURS } from "@serenade/contract/limits";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { getMember } from "../../members/queries.ts";
import { currencyOf } from "../../site/prices/rules.ts";
import type { BundleRow } from "../../site/tables.ts";
import { getContact } from "../queries.ts";
import { findSpending, listSpent } from "./queries.ts";
import { monthOf, type Spending, spendingAfter, spendingAt, worthIn } from "./rules.ts";

const setSpending = write<{
  site: number;
  member: number;
  limit: number | null;
  currency: string;
  nextLimit: number | null;
  nextFrom: string | null;
}>(
  `insert into member_preferences (site_id, member_id, spending_limit, spending_currency, spending_next, spending_next_at)
   values ($site, $member, $limit, $currency, $nextLimit, $nextFrom)
   on conflict (site_id, member_id) do update
      set spending_limit = excluded.spending_limit, spending_currency = excluded.spending_currency,
          spending_next = excluded.spending_next, spending_next_at = excluded.spending_next_at`,
);
const lockWallet = write<{ site: number; member: number }, { seq: number }>(
  "select seq from wallets where site_id = $site and member_id = $member for update",
);

/** A lower limit applies immediately, a higher one after a day. */
export async function limitSpending(
  app: Resources,
  tx: Transaction,
  { site, member }: { site: number; member: number },
  bundles: BundleRow[],
  wanted: number | null,
): Promise<void> {
  await lockSpending(tx, { site, member });
  const currency = currencyOf((await getMember(tx, site, member)).country);
  const { limit, next } = spendingAfter(
    await readSpending(app, tx, { site, member }, bundles),
    wanted,
    app.clock.in(SPENDING_RAISE_HOURS * 3_600),
  );
  await tx.one(setSpending, {
    site,
    member,
    limit,
    currency,
    nextLimit: next?.limit ?? null,
    nextFrom: next?.from ?? null,
  });
}

/** The limit of a member in the currency that they pay in now. */
export async function readSpending(
  app: Resources,
  db: Pick<Transaction, "one" | "all">,
  { site, member }: { site: number; member: number },
  bundles: BundleRow[],
): Promise<Spending & { currency: string; spent: number }> {
  const row = await findSpending(db, site, member);
  const currency = currencyOf((await getMember(db, site, member)).country);
  const { limit, next } = spendingAt(row, app.clock.iso());
  const here = (amount: number | null) =>
    amount === null ? null : worthIn(bundles, amount, row?.spending_currency ?? currency, currency);
  const sums = await listSpent(db, site, member, monthOf(app.clock.iso()));
  const spent = sums.reduce((sum, one) => sum + worthIn(bundles, one.amount, one.currency, currency), 0);
  return { currency, limit: here(limit), next: next && { ...next, limit: here(next.limit) }, spent };
}

/** Serializes orders of one member until the transaction ends, so that two at once cannot both fit below one limit. */
export async function lockSpending(tx: Transaction, { site, member }: { site: number; member: number }): Promise<void> {
  await tx.one(lockWallet, { site, member });
}

/** Refuses an order above the member's own limit. The caller holds the lock until the order is written. */
export async function refuseBeyondLimit(
  app: Resources,
  tx: Transaction,
  { site, member }: { site: number; member: number },
  bundles: BundleRow[],
  amount: number,
): Promise<void> {
  const { limit, spent, currency } = await readSpending(app, tx, { site, member }, bundles);
  if (limit === null || spent + amount <= limit) return;
  const { locale } = await getContact(tx, site, member);
  const money = (minor: number) =>
    new Intl.NumberFormat(locale, { style: "currency", currency }).format(Math.max(0, minor) / 100);
  throw new Refusal("spending_limit", { limit: money(limit), left: money(limit - spent) });
}
