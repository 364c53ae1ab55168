/** Refunds (product.md 7): credits are taken first, then the provider is called; if it fails, immediately or days later, they are returned. */
import { isDuplicate, isoTime, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { getContact } from "../../account/queries.ts";
import { emailKey } from "../../account/rules.ts";
import { moveCredits } from "../../credits/commands.ts";
import { lockBalance, settleDebt } from "../../credits/debts/commands.ts";
import { queueMail } from "../../mail/commands.ts";
import { findMember } from "../../members/queries.ts";
import { bumpVersion } from "../../notifications/commands.ts";
import { getSite } from "../../site/queries.ts";
import { findChargedBack, retakeCredits } from "../chargebacks/commands.ts";
import { ProviderError, type ProviderName, type ProviderRefund } from "../gateway.ts";
import type { PaymentGateways } from "../providers/gateway.ts";
import { findOrder, ORDER_COLUMNS } from "../queries.ts";
import { issueReceipt } from "../receipts/commands.ts";
import type { OrderRow } from "../tables.ts";
import { creditsOf, isWithdrawable, unusedPart } from "./rules.ts";

export interface RefundRow {
  site_id: number;
  id: number;
  order_id: number;
  amount: number;
  credits: number;
  status: "pending" | "completed" | "failed";
  provider_ref: string | null;
}
const COLUMNS = "site_id, id, order_id, amount, credits, status, provider_ref";

const lockOrder = write<{ site: number; id: number }, OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $site and id = $id for update`,
);
const refundsOf = write<{ site: number; order: number }, RefundRow>(
  `select ${COLUMNS} from refunds where site_id = $site and order_id = $order order by id`,
);
const insertRefund = write<
  {
    site: number;
    id: number;
    order: number;
    amount: number;
    credits: number;
    reason: string;
    provider: string;
    ref: string | null;
    now: string;
  },
  RefundRow
>(
  `insert into refunds (site_id, id, order_id, amount, credits, reason, status, provider, provider_ref, created_at, changed_at)
   values ($site, $id, $order, $amount, $credits, $reason, 'pending', $provider, $ref, $now, $now) returning ${COLUMNS}`,
);
const setStatus = write<{ site: number; id: number; from: string; to: string; now: string }, RefundRow>(
  `update refunds set status = $to, changed_at = $now where site_id = $site and id = $id and status = $from
   returning ${COLUMNS}`,
);
const setRef = write<{ site: number; id: number; ref: string }>(
  "update refunds set provider_ref = $ref where site_id = $site and id = $id and provider_ref is null",
);
const markRefunded = write<{ site: number; order: number; now: string }>(
  "update orders set status = 'refunded', changed_at = $now where site_id = $site and id = $order and status = 'completed'",
);
interface PendingRow extends RefundRow {
  provider: ProviderName;
  /** At the provider. */
  payment: string;
  currency: string;
}

const pending = write<{ before: string; limit: number }, PendingRow>(
  `select r.site_id, r.id, r.order_id, r.amount, r.credits, r.status, r.provider_ref, o.provider, o.provider_ref as payment, o.currency
     from refunds r join orders o on o.site_id = r.site_id and o.id = r.order_id
    where r.status = 'pending' and r.created_at < $before order by r.created_at limit $limit`,
);

const keyOf = (refund: { id: number }): string => `refund:${refund.id}`;

/**
 * Withdraws from an order within the site's days: its unused credits are taken and their part of the price is refunded, once.
 * Refuses when the days are over or nothing is unused. Returns what is refunded, in minor units.
 */
export async function withdraw(
  app: Resources,
  gateways: PaymentGateways,
  { site, member, order: id }: { site: number; member: number; order: number },
): Promise<number> {
  const { refund_days } = (await getSite(app, site)).settings;
  return refundOrder(app, gateways, { site, order: id, member, reason: "withdrawal" }, (order, taken, balance) => {
    if (!isWithdrawable(isoTime(order.created_at), refund_days, app.clock.now())) throw new Refusal("withdrawal_over");
    const part = unusedPart(order, taken, balance);
    if (part.amount === 0) throw new Refusal("nothing_to_refund");
    return part;
  });
}

/** By the order's number and its buyer's email address, without a login. Returns what is refunded, in minor units. */
export async function withdrawByNumber(
  app: Resources,
  gateways: PaymentGateways,
  { site, order: id, email }: { site: number; order: number; email: string },
): Promise<{ amount: number; currency: string }> {
  const order = orNotFound(await findOrder(app.db, site, id));
  const contact = await getContact(app.db, site, order.member_id);
  if (emailKey(contact.email) !== emailKey(email)) throw new Refusal("not_found");
  const amount = await withdraw(app, gateways, { site, member: order.member_id, order: id });
  return { amount, currency: order.currency };
}

/** Refunds a part of an order, or what is left of it, by decision of staff; unspent credits are taken. */
export async function refundByStaff(
  app: Resources,
  gateways: PaymentGateways,
  { site, order: id, amount }: { site: number; order: number; amount: number },
): Promise<void> {
  await refundOrder(app, gateways, { site, order: id, reason: "staff" }, (order, taken, balance) => ({
    amount,
    credits: Math.max(0, Math.min(creditsOf(order, amount), order.credits - taken, balance)),
  }));
}

type Part = (order: OrderRow, takenBefore: number, balance: number) => { amount: number; credits: number };

async function refundOrder(
  app: Resources,
  gateways: PaymentGateways,
  { site, order: id, member, reason }: { site: number; order: number; member?: number; reason: "withdrawal" | "staff" },
  part: Part,
): Promise<number> {
  const { order, refund } = await app.db
    .transaction(async (tx) => {
      const order = orNotFound(await tx.one(lockOrder, { site, id }));
      if (member !== undefined && order.member_id !== member) throw new Refusal("not_found");
      const before = (await tx.all(refundsOf, { site, order: id })).filter(({ status }) => status !== "failed");
      // A refund may fail after it ended its order; then there is something to refund again.
      const failed = order.status === "refunded" && sum(before, "amount") < order.amount;
      if (order.status !== "completed" && !failed) throw new Refusal("payment_closed");
      // What the bank took back is not refunded a second time.
      const back = await findChargedBack(tx, site, id);
      const { balance } = await lockBalance(tx, site, order.member_id);
      const { amount, credits } = part(order, sum(before, "credits") + back.credits, balance);
      if (amount > order.amount - sum(before, "amount") - back.amount) throw new Refusal("nothing_to_refund");
      const refund = orNotFound(
        await tx.one(insertRefund, {
          site,
          id: app.ids.next(),
          order: id,
          amount,
          credits,
          reason,
          provider: order.provider,
          ref: null,
          now: app.clock.iso(),
        }),
      );
      await takeCredits(app, tx, order, refund);
      return { order, refund };
    })
    .catch((error: unknown) => {
      if (isDuplicate(error, "refunds_withdrawal")) throw new Refusal("nothing_to_refund");
      throw error;
    });
  await callProvider(app, gateways, order.provider, order.provider_ref!, { ...refund, currency: order.currency });
  return refund.amount;
}

const sum = (rows: RefundRow[], what: "amount" | "credits"): number => rows.reduce((all, row) => all + row[what], 0);

async function takeCredits(app: Resources, tx: Transaction, order: OrderRow, refund: RefundRow): Promise<void> {
  const { site_id: site, member_id: member } = order;
  if (refund.credits > 0)
    await moveCredits(tx, {
      site,
      member,
      amount: -refund.credits,
      kind: "purchase_refund",
      idem: keyOf(refund),
      ref: order.id,
      at: app.clock.iso(),
    });
  await bumpVersion(app, tx, site, member, "credits");
}

/** Calls the provider with the refund's own key, so that repeating it is the same refund. */
async function callProvider(
  app: Resources,
  gateways: PaymentGateways,
  provider: ProviderName,
  payment: string,
  refund: RefundRow & { currency: string },
): Promise<void> {
  const { site_id: site, id, amount, currency } = refund;
  try {
    const made = await gateways.of(provider).refund(payment, { key: keyOf(refund), amount, currency });
    await app.db.transaction(async (tx) => {
      await tx.one(setRef, { site, id, ref: made.ref });
      await applyRefund(app, tx, refund, made.status);
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "refused") await app.db.transaction((tx) => applyRefund(app, tx, refund, "failed"));
    else app.log.warn({ refund: id, error: error.message }, "a refund is asked for again later");
  }
}

const RETRY_SECONDS = 60;
const BATCH = 100;

/**
 * Reads the state of a refund before it repeats the call: providers forget keys, some after an hour, and then the same key would
 * be another refund.
 */
async function settlePending(app: Resources, gateways: PaymentGateways, row: PendingRow): Promise<void> {
  const { site_id: site, id, provider, payment, provider_ref } = row;
  const reported = (await gateways.of(provider).fetch(payment))?.refunds ?? [];
  const known = reported.find(({ ref, key }) => key === keyOf(row) || ref === provider_ref);
  if (!known && !provider_ref) return callProvider(app, gateways, provider, payment, row);
  if (!known) return;
  await app.db.transaction(async (tx) => {
    await tx.one(setRef, { site, id, ref: known.ref });
    await applyRefund(app, tx, row, known.status);
  });
}

/** Settles refunds whose answer is missing or not final. */
export async function reconcileRefunds(app: Resources, gateways: PaymentGateways): Promise<void> {
  for (const row of await app.db.all(pending, { before: app.clock.in(-RETRY_SECONDS), limit: BATCH })) {
    await settlePending(app, gateways, row).catch((error: Error) =>
      app.log.warn({ refund: row.id, error: error.message }, "a refund was not settled"),
    );
  }
}

/** Applies the refunds of an order as the provider reports them; those made in the provider's dashboard are added. */
export async function applyRefunds(
  app: Resources,
  tx: Transaction,
  order: OrderRow,
  reported: ProviderRefund[],
): Promise<void> {
  const known = await tx.all(refundsOf, { site: order.site_id, order: order.id });
  for (const { ref, key, amount, status } of reported) {
    const refund = known.find((row) => keyOf(row) === key || row.provider_ref === ref);
    if (refund) await applyRefund(app, tx, refund, status);
    else if (status !== "failed") await applyRefund(app, tx, await addForeign(app, tx, order, { ref, amount }), status);
  }
}

async function addForeign(
  app: Resources,
  tx: Transaction,
  order: OrderRow,
  { ref, amount }: { ref: string; amount: number },
): Promise<RefundRow> {
  const { site_id: site, id, member_id: member, provider } = order;
  const before = (await tx.all(refundsOf, { site, order: id })).filter(({ status }) => status !== "failed");
  const taken = sum(before, "credits") + (await findChargedBack(tx, site, id)).credits;
  const { balance } = await lockBalance(tx, site, member);
  const credits = Math.max(0, Math.min(creditsOf(order, amount), order.credits - taken, balance));
  const row = { site, id: app.ids.next(), order: id, amount, credits, reason: "provider", provider, ref };
  const refund = orNotFound(await tx.one(insertRefund, { ...row, now: app.clock.iso() }));
  await takeCredits(app, tx, order, refund);
  return refund;
}

/** One step of a refund; repeating a step changes nothing. */
async function applyRefund(
  app: Resources,
  tx: Transaction,
  refund: RefundRow,
  to: ProviderRefund["status"],
): Promise<void> {
  const { site_id: site, id } = refund;
  const now = app.clock.iso();
  if (to === "pending") return;
  const from = to === "completed" ? ["pending"] : ["pending", "completed"];
  for (const status of from) {
    const moved = await tx.one(setStatus, { site, id, from: status, to, now });
    if (!moved) continue;
    const order = orNotFound(await tx.one(lockOrder, { site, id: refund.order_id }));
    await (to === "completed" ? complete(app, tx, order, moved) : returnCredits(app, tx, order, moved));
    return;
  }
}

/** The refund is completed: the receipt's correction, the mail, and the order's status when all of it is refunded. */
async function complete(app: Resources, tx: Transaction, order: OrderRow, refund: RefundRow): Promise<void> {
  const { site_id: site, member_id: member } = order;
  const { balance } = await lockBalance(tx, site, member);
  const number = await issueReceipt(app, tx, {
    site,
    order: order.id,
    refund: refund.id,
    gross: -refund.amount,
    credits: refund.credits,
    before: balance + refund.credits,
    after: balance,
    evidence: { declared: order.country ?? "", network: order.network_country, card: order.card_country },
  });
  const done = (await tx.all(refundsOf, { site, order: order.id })).filter(({ status }) => status === "completed");
  if (sum(done, "amount") >= order.amount) await tx.one(markRefunded, { site, order: order.id, now: app.clock.iso() });
  const person = await findMember(tx, site, member);
  if (!person) return;
  const { email, locale } = await getContact(tx, site, member);
  const total = new Intl.NumberFormat(locale, { style: "currency", currency: order.currency }).format(
    refund.amount / 100,
  );
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(
    app.clock.now(),
  );
  const params = {
    name: person.name,
    total,
    time,
    credits: String(refund.credits),
    number,
    order: app.ids.encode("transaction", order.id),
  };
  await queueMail(app, tx, site, { member, to: email, kind: "refund", params, locale });
}

/** The refund failed: the credits that were taken for it are returned. */
async function returnCredits(app: Resources, tx: Transaction, order: OrderRow, refund: RefundRow): Promise<void> {
  const { site_id: site, member_id: member } = order;
  const movement = { site, member, idem: `refund-failed:${refund.id}`, ref: order.id, at: app.clock.iso() };
  if (refund.credits > 0) {
    await moveCredits(tx, { ...movement, amount: refund.credits, kind: "purchase_refund_failed" });
    await settleDebt(tx, movement);
    await retakeCredits(app, tx, order, movement.idem);
  }
  await bumpVersion(app, tx, site, member, "credits");
}
