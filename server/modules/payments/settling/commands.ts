/** Applying what the provider says to an order: status, credits, premium, receipt, and what happens later (§4 Payment, §8). */
import type { PaymentStatus } from "@serenade/contract/payments";
import { isoTime, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { getContact } from "../../account/queries.ts";
import { moveCredits } from "../../credits/commands.ts";
import { settleDebt } from "../../credits/debts/commands.ts";
import { returnCode, spendCode } from "../../discounts/commands.ts";
import { queueMail } from "../../mail/commands.ts";
import { makePremium } from "../../members/commands.ts";
import { findMember } from "../../members/queries.ts";
import { bumpVersion } from "../../notifications/commands.ts";
import { openCase } from "../cases/commands.ts";
import { applyChargebacks } from "../chargebacks/commands.ts";
import type { ProviderPayment } from "../gateway.ts";
import { noteInstrumentUse, storeInstrument } from "../instruments/commands.ts";
import { lockOrder, openAtProvider, setStatus } from "../opening/commands.ts";
import type { PaymentGateways } from "../providers/gateway.ts";
import { ORDER_COLUMNS } from "../queries.ts";
import { issueReceipt } from "../receipts/commands.ts";
import { applyRefunds } from "../refunds/commands.ts";
import { isGivenUp, isOpen, mayMove, recheckDelay } from "../rules.ts";
import type { DecidedOrderRow, OrderRow } from "../tables.ts";

const setActed = write<{ site: number; id: number }, OrderRow>(
  `update orders set payer_acted = true where site_id = $site and id = $id returning ${ORDER_COLUMNS}`,
);

/** Applies the provider's state of the payment to its order. */
export async function settle(app: Resources, gateways: PaymentGateways, begun: OrderRow): Promise<OrderRow> {
  const order = (await mayBeCharged(app, begun)) ? await openAtProvider(app, gateways, begun) : begun;
  if (order !== begun && !order.provider_ref) return order;
  const payment = order.provider_ref ? await gateways.of(order.provider).fetch(order.provider_ref) : null;
  if (payment && (payment.amount !== order.amount || payment.currency !== order.currency)) {
    const { ref, amount, currency } = payment;
    await openCase(app, order, "amount_mismatch", { ref, amount, currency, ordered: order.amount, of: order.currency });
    return order;
  }
  const to: PaymentStatus = payment?.status ?? "cancelled";
  return app.db.transaction(async (tx) => {
    const locked = orNotFound(await tx.one(lockOrder, { site: order.site_id, id: order.id }));
    if (!mayMove(locked.status, to)) return aftermath(app, tx, await markActed(tx, locked, payment), payment);
    const moved = (await tx.one(setStatus, {
      site: order.site_id,
      id: order.id,
      to,
      failCode: payment?.failCode ?? null,
      now: app.clock.iso(),
      cardFingerprint: payment?.fingerprint ?? null,
      cardCountry: payment?.country ?? null,
      alias: payment?.alias ?? null,
      nextLook: order.provider_ref ? nextLookAt(app, { ...order, status: to, disputed: false }) : null,
    }))!;
    if (to === "completed") await creditOrder(app, tx, moved);
    if (to === "completed") await noteInstrument(app, tx, moved, payment);
    if (to === "completed") await aftermath(app, tx, moved, payment);
    if (to === "completed" && isGivenUp(locked.status)) await spendAgain(app, tx, moved);
    if (to === "failed" || to === "cancelled") await returnCode(tx, order.site_id, order.member_id, order.id);
    return moved;
  });
}

/**
 * A stored card or an account may have been charged although no answer arrived: only repeating the request, with the same key,
 * shows it. Providers store keys for a day.
 */
async function mayBeCharged(app: Resources, order: OrderRow): Promise<boolean> {
  const isCharged = order.instrument_id !== null || order.mandate_id !== null;
  if (!isCharged || order.provider_ref || !isOpen(order.status)) return false;
  if (isoTime(order.created_at) > app.clock.in(-KEY_SECONDS)) return true;
  await openCase(app, order, "answer_lost", { provider: order.provider, order: order.request?.order });
  return false;
}

const KEY_SECONDS = 20 * 3_600;

async function markActed(tx: Transaction, order: OrderRow, payment: ProviderPayment | null): Promise<OrderRow> {
  if (!isOpen(order.status) || !payment?.payerActed || order.payer_acted) return order;
  return (await tx.one(setActed, { site: order.site_id, id: order.id }))!;
}

/** Applies what happened to a paid order since: refunds, chargebacks. Returns the updated order. */
async function aftermath(app: Resources, tx: Transaction, order: OrderRow, payment: ProviderPayment | null) {
  const paid = order.status === "completed" || order.status === "refunded";
  if (!paid || !payment || payment.refunds.length + payment.chargebacks.length === 0) return order;
  await applyRefunds(app, tx, order, payment.refunds);
  await applyChargebacks(app, tx, order, payment.chargebacks);
  return orNotFound(await tx.one(lockOrder, { site: order.site_id, id: order.id }));
}

/** The card or account that paid: stored if requested, else its use is recorded. */
async function noteInstrument(app: Resources, tx: Transaction, order: OrderRow, payment: ProviderPayment | null) {
  const { site_id: site, member_id: member, provider, request, instrument_id } = order;
  if (instrument_id !== null) await noteInstrumentUse(app, tx, site, instrument_id);
  else if (request?.store && payment?.instrument)
    await storeInstrument(app, tx, { site, member, provider, fingerprint: payment.fingerprint }, payment.instrument);
}

/** A payment that was given up and came through after all was paid at the discount: its code is used from now on. */
async function spendAgain(app: Resources, tx: Transaction, order: OrderRow): Promise<void> {
  const { site_id: site, member_id: member, id, discount_code: code, discount_amount } = order;
  if (!code) return;
  if (!(await findMember(tx, site, member))) return; // erased: nothing of theirs is written again
  await spendCode(app, tx, { site, code, member, order: id, amount: discount_amount ?? 0 }).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    app.log.warn({ order: id }, "a given up order was paid after all, and its discount code by another one too");
  });
}

/** The credits, premium, and the receipt: in the transaction that completes the order, under the order's own key. */
async function creditOrder(app: Resources, tx: Transaction, order: OrderRow): Promise<void> {
  const { site_id: site, member_id: member, id, credits } = order;
  const movement = { site, member, idem: `order:${id}`, ref: id, at: app.clock.iso() };
  const { balance } = await moveCredits(tx, { ...movement, amount: credits, kind: "purchase" });
  await settleDebt(tx, movement);
  const after = balance ?? credits;
  const number = await issueReceipt(app, tx, {
    site,
    order: id,
    gross: order.amount,
    credits,
    before: after - credits,
    after,
    evidence: { declared: order.country ?? "", network: order.network_country, card: order.card_country },
  });
  await makePremium(app, tx, site, member);
  await bumpVersion(app, tx, site, member, "credits");
  const person = await findMember(tx, site, member);
  if (!person) return; // erased while the provider took its time: the books are right, and there is nobody to write to
  const { email, locale } = await getContact(tx, site, member);
  const { name } = person;
  const total = new Intl.NumberFormat(locale, { style: "currency", currency: order.currency }).format(
    order.amount / 100,
  );
  const params = { name, credits: String(credits), total, number, order: app.ids.encode("transaction", id) };
  await queueMail(app, tx, site, { member, to: email, kind: "receipt", params, locale });
}

export function nextLookAt({ clock }: Resources, order: Pick<DecidedOrderRow, "status" | "created_at" | "disputed">) {
  const age = (clock.now().getTime() - Date.parse(isoTime(order.created_at))) / 1000;
  const pause = recheckDelay(order.status, { age, disputed: order.disputed });
  return pause === null ? null : clock.in(pause);
}
