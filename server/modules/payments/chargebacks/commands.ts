/** Chargebacks and returned debits (product.md 7): entries of their own; what the balance does not cover becomes debt. */
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { moveCredits } from "../../credits/commands.ts";
import { settleDebt, takeCredits } from "../../credits/debts/commands.ts";
import { bumpVersion } from "../../notifications/commands.ts";
import type { Chargeback } from "../gateway.ts";
import { blockAccount } from "../mandates/commands.ts";
import { creditsOf } from "../refunds/rules.ts";
import type { OrderRow } from "../tables.ts";

interface ChargebackRow {
  id: number;
  credits: number;
}

const insertChargeback = write<
  {
    site: number;
    id: number;
    order: number;
    provider: string;
    ref: string;
    amount: number;
    credits: number;
    reason: string;
    dueBy: string | null;
    now: string;
  },
  ChargebackRow
>(
  `insert into chargebacks (site_id, id, order_id, provider, provider_ref, amount, credits, reason, status, due_by, created_at, changed_at)
   values ($site, $id, $order, $provider, $ref, $amount, $credits, $reason, 'open', $dueBy, $now, $now)
   on conflict (provider, provider_ref) do nothing returning id, credits`,
);
const close = write<{ provider: string; ref: string; status: string; now: string }, ChargebackRow>(
  `update chargebacks set status = $status, changed_at = $now
    where provider = $provider and provider_ref = $ref and status <> $status and status <> 'won'
   returning id, credits`,
);
const takenBefore = write<{ site: number; order: number }, { credits: number }>(
  `select ((select coalesce(sum(credits), 0) from refunds where site_id = $site and order_id = $order and status <> 'failed')
         + (select coalesce(sum(credits), 0) from chargebacks where site_id = $site and order_id = $order and status <> 'won'))::int as credits`,
);

const chargedBack = write<{ site: number; order: number }, { amount: number; credits: number }>(
  `select coalesce(sum(amount), 0)::int as amount, coalesce(sum(credits), 0)::int as credits
     from chargebacks where site_id = $site and order_id = $order and status <> 'won'`,
);
const heldChargebacks = write<{ site: number; order: number }, ChargebackRow & { amount: number }>(
  "select id, amount, credits from chargebacks where site_id = $site and order_id = $order and status <> 'won' order by id",
);
const addCredits = write<{ site: number; id: number; credits: number; now: string }>(
  "update chargebacks set credits = credits + $credits::int, changed_at = $now where site_id = $site and id = $id",
);

/** What the bank took back of an order: money, and the credits that were taken for it. */
export const findChargedBack = async (tx: Transaction, site: number, order: number) =>
  (await tx.one(chargedBack, { site, order }))!;

/** A failed refund (`cause`) returned its credits: a chargeback that took less because of it takes the rest. */
export async function retakeCredits(app: Resources, tx: Transaction, order: OrderRow, cause: string): Promise<void> {
  const { site_id: site, id, member_id: member } = order;
  const now = app.clock.iso();
  for (const back of await tx.all(heldChargebacks, { site, order: id })) {
    const { credits: before } = (await tx.one(takenBefore, { site, order: id }))!;
    const more = Math.min(creditsOf(order, back.amount) - back.credits, order.credits - before);
    if (more <= 0) continue;
    await tx.one(addCredits, { site, id: back.id, credits: more, now });
    const idem = `chargeback:${back.id}:${cause}`;
    await takeCredits(tx, { site, member, amount: more, kind: "chargeback", idem, ref: id, at: now });
  }
}

/** Applies the chargebacks of an order as the provider reports them; the caller has locked the order's row. */
export async function applyChargebacks(
  app: Resources,
  tx: Transaction,
  order: OrderRow,
  reported: Chargeback[],
): Promise<void> {
  const { site_id: site, id, member_id: member, provider } = order;
  for (const { ref, amount, reason, status, dueBy } of reported) {
    const now = app.clock.iso();
    const movement = { site, member, ref: id, at: now };
    const { credits: before } = (await tx.one(takenBefore, { site, order: id }))!;
    // Credits that a refund has taken are not taken a second time.
    const credits = Math.max(0, Math.min(creditsOf(order, amount), order.credits - before));
    const row = { site, id: app.ids.next(), order: id, provider, ref, amount, credits, reason, dueBy, now };
    const opened = await tx.one(insertChargeback, row);
    if (opened && opened.credits > 0) {
      const idem = `chargeback:${opened.id}`;
      await takeCredits(tx, { ...movement, amount: opened.credits, kind: "chargeback", idem });
    }
    const closed = status === "open" ? null : await tx.one(close, { provider, ref, status, now });
    if (closed && status === "won" && closed.credits > 0) {
      const won = { ...movement, amount: closed.credits, kind: "chargeback_won", idem: `won:${closed.id}` } as const;
      await moveCredits(tx, won);
      await settleDebt(tx, won);
    }
    if (opened && order.mandate_id !== null) await blockAccount(tx, site, order.mandate_id, now);
    if (opened || closed) await bumpVersion(app, tx, site, member, "credits");
  }
}
