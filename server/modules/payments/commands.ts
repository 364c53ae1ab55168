/** Orders: begun once, settled by what the provider says, credited once (§4 Payment, §8; product.md 7). */
import { discounted, type PaymentMethod } from "@serenade/contract/credits";
import type { PaymentStatus } from "@serenade/contract/payments";
import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { lockSpending, refuseBeyondLimit } from "../account/preferences/commands.ts";
import { getContact } from "../account/queries.ts";
import { moveCredits } from "../credits/commands.ts";
import { giveCodeBack, spendCode } from "../discounts/commands.ts";
import { findDiscount } from "../discounts/queries.ts";

import { queueMail } from "../mail/commands.ts";
import { makePremium } from "../members/commands.ts";
import { findMember, getMember } from "../members/queries.ts";
import { changed } from "../notifications/commands.ts";
import { getSite, listBundles } from "../site/queries.ts";
import { currencyOf } from "../site/rules.ts";
import type { PaymentGateway, ProviderPayment } from "./gateway.ts";
import { countUnpaid, findOrderByRef, getOrder, listOpenOrders, ORDER_COLUMNS } from "./queries.ts";
import { isGivenUp, isOpen, mayMove, methodsOf, networkKey, pauseAfter } from "./rules.ts";
import type { OrderRow } from "./tables.ts";

const insertOrder = write<
  [
    number,
    number,
    number,
    string,
    string,
    number,
    number,
    string,
    string,
    string,
    string,
    string | null,
    number | null,
    string,
  ],
  OrderRow
>(
  `insert into orders (site_id, id, member_id, client_key, tier, credits, amount, currency, paymentmethod, provider, status,
                       created_at, changed_at, discount_code, discount_percent, network_key)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'loading', $11, $11, $12, $13, $14)
   returning ${ORDER_COLUMNS}`,
);
const byKey = write<[number, number, string], OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $1 and member_id = $2 and client_key = $3`,
);
const attachPayment = write<[number, number, string, string, string], OrderRow>(
  `update orders set provider_ref = $3, redirect = $4, changed_at = $5,
          status = case when status = 'loading' then 'pending' else status end
    where site_id = $1 and id = $2 returning ${ORDER_COLUMNS}`,
);
const lockOrder = write<[number, number], OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $1 and id = $2 for no key update`,
);
const setStatus = write<[number, number, PaymentStatus, string | null, string, string | null], OrderRow>(
  `update orders set status = $3, fail_code = $4, changed_at = $5, card_fingerprint = coalesce($6, card_fingerprint)
    where site_id = $1 and id = $2 returning ${ORDER_COLUMNS}`,
);
/** Orders of one network are begun one after the other, so that parallel ones count each other. */
const lockNetwork = write<[string]>("select pg_advisory_xact_lock(hashtextextended($1, 2))");
const forgetTraces = write<[string]>(
  `update orders set network_key = null, card_fingerprint = null
    where created_at < $1 and (network_key is not null or card_fingerprint is not null)`,
);
const keepNotice = write<[string, string, string], { id: string }>(
  "insert into webhook_events (provider, id, received_at) values ($1, $2, $3) on conflict do nothing returning id",
);

export const RECONCILE_JOB = "payments";
const OPEN_SECONDS = 60;
const BATCH = 100;

export interface NewOrder {
  site: number;
  member: number;
  tier: OrderRow["tier"];
  paymentmethod: PaymentMethod;
  discountcode: string | null;
  /** The browser's key: the same again is the same order. */
  key: string;
  /** Where the caller comes from. */
  network: string;
  baseUrl: string;
}

/**
 * Makes the order and the provider's payment. The price comes from the bundles, never from the caller. A key whose order came to
 * nothing is refused: its discount was given back, so its price is no longer one that can be paid.
 */
export async function startOrder(app: Resources, gateway: PaymentGateway, order: NewOrder): Promise<OrderRow> {
  const { site, member, key, baseUrl } = order;
  const made = (await app.db.one(byKey, site, member, key)) ?? (await makeOrder(app, gateway, order));
  if (isGivenUp(made.status)) throw new Refusal("payment_closed");
  if (made.provider_ref) return made;
  const name = (await getSite(app, site)).settings.name;
  const { ref, redirect } = await gateway.create({
    key: `order:${made.id}`,
    amount: made.amount,
    currency: made.currency,
    description: `${name} · ${made.credits} credits`,
    paymentmethod: made.paymentmethod,
    returnUrl: `${baseUrl}/transactions/${app.ids.seal("transaction", made.id)}`,
    webhookUrl: `${baseUrl}/api/webhook.php?provider=${gateway.name}`,
  });
  const attached = await attach(app, made, { ref, redirect });
  if (isOpen(attached.status)) return attached;
  await gateway.cancel(ref);
  throw new Refusal("payment_closed");
}

/**
 * Ties the provider's payment to its order. While the provider took its time the order may have been closed and its discount given
 * back: then it stays closed, and so does the payment, which its payer never gets to see. One that is open has its discount.
 */
async function attach(app: Resources, order: OrderRow, { ref, redirect }: { ref: string; redirect: string }) {
  return orNotFound(await app.db.one(attachPayment, order.site_id, order.id, ref, redirect, app.clock.iso()));
}

/** The order's row, with its discount: a code is used in the same transaction, so two orders at once cannot share it. */
async function makeOrder(app: Resources, gateway: PaymentGateway, order: NewOrder): Promise<OrderRow> {
  const { site, member, tier, paymentmethod, key } = order;
  const who = { site, member };
  const network = networkKey(app.config.appSecret, order.network);
  const { country, confirmed_at } = await getMember(app.db, site, member);
  if (!confirmed_at) throw new Refusal("confirm_first");
  if (!methodsOf(country).includes(paymentmethod)) throw new Refusal("invalid", {}, { paymentmethod: "invalid" });
  const currency = currencyOf(country);
  const bundles = await listBundles(app, site);
  const bundle = orNotFound(bundles.find((one) => one.tier === tier && one.currency === currency));
  return app.db.transaction(async (tx) => {
    await tx.one(lockNetwork, `payments:${site}:${network}`);
    await lockSpending(tx, who);
    // Asked behind the locks: a repetition that waited here finds the order, and is no second one to any limit.
    const before = await tx.one(byKey, site, member, key);
    if (before) return before;
    const discount = order.discountcode ? await openDiscount(app, tx, who, order.discountcode) : null;
    const amount = discount ? discounted(bundle.amount, discount.percent) : bundle.amount;
    const price = [bundle.credits, amount, currency, paymentmethod, gateway.name, app.clock.iso()] as const;
    await refuseTooMany(app, tx, { ...who, network });
    await refuseBeyondLimit(app, tx, who, bundles, amount);
    const id = app.ids.next();
    const off = [discount?.code ?? null, discount?.percent ?? null, network] as const;
    const made = orNotFound(await tx.one(insertOrder, site, id, member, key, tier, ...price, ...off));
    if (discount) await spendCode(app, tx, { site, code: discount.code, member, order: id });
    return made;
  });
}

const DAY_SECONDS = 86_400;

/** Who tries out stolen cards begins many orders that are not paid; each account, network and card has so many (security.md 2.5, T35). */
async function refuseTooMany(
  app: Resources,
  tx: Transaction,
  who: { site: number; member: number; network: string },
): Promise<void> {
  const { clock } = app;
  const seconds = pauseAfter(await countUnpaid(tx, who, { minutes: clock.in(-600), day: clock.in(-DAY_SECONDS) }));
  if (seconds > 0) throw new Refusal("too_many_payments", { seconds });
}

/** Networks and cards are only counted for a day. */
export async function sweepPaymentTraces({ db, clock }: Resources): Promise<void> {
  await db.one(forgetTraces, clock.in(-DAY_SECONDS));
}

async function openDiscount(
  { clock }: Resources,
  tx: Transaction,
  { site, member }: { site: number; member: number },
  code: string,
) {
  const discount = await findDiscount(tx, site, member, code, clock.iso());
  if (discount.status === "used") throw new Refusal("code_used", {}, { discountcode: "code_used" });
  if (discount.status === "none") throw new Refusal("code_not_found", {}, { discountcode: "code_not_found" });
  return discount;
}

/** One's own order; while it is open the provider is asked, so that a lost notice delays nothing. */
export async function lookAtOrder(
  app: Resources,
  gateway: PaymentGateway,
  site: number,
  member: number,
  id: number,
): Promise<OrderRow> {
  const order = await getOrder(app.db, site, member, id);
  return isOpen(order.status) && order.provider_ref ? settle(app, gateway, order) : order;
}

/** Gives an unpaid order up. */
export async function cancelOrder(
  app: Resources,
  gateway: PaymentGateway,
  site: number,
  member: number,
  id: number,
): Promise<OrderRow> {
  const order = await getOrder(app.db, site, member, id);
  if (!isOpen(order.status)) throw new Refusal("payment_closed");
  if (order.provider_ref) await gateway.cancel(order.provider_ref);
  return settle(app, gateway, order);
}

/** A provider's notice. A repeated one is answered like the first and changes nothing. */
export async function receiveNotice(
  app: Resources,
  gateway: PaymentGateway,
  raw: Buffer,
  headers: Record<string, string | undefined>,
): Promise<void> {
  const notice = gateway.verify(raw, headers, app.clock.now());
  if (!notice) throw new Refusal("bad_signature");
  const order = await findOrderByRef(app.db, gateway.name, notice.ref);
  if (order) await settle(app, gateway, order);
  await app.db.one(keepNotice, gateway.name, notice.id, app.clock.iso());
}

/** Settles what has stayed open: the notice was lost, nobody came back, or the order never reached the provider. */
export async function reconcileOrders(app: Resources, gateway: PaymentGateway): Promise<void> {
  for (const order of await listOpenOrders(app.db, app.clock.in(-OPEN_SECONDS), BATCH))
    await settle(app, gateway, order);
}

const deleteNotices = write<[string]>("delete from webhook_events where received_at < $1");
const NOTICES_KEPT_SECONDS = 90 * 86_400;

/** Notices are signed with their time and refused after five minutes, so old ones need not be remembered. */
export async function sweepNotices({ db, clock }: Resources): Promise<void> {
  await db.one(deleteNotices, clock.in(-NOTICES_KEPT_SECONDS));
}

/** Brings an order to what the provider says of its payment. */
async function settle(app: Resources, gateway: PaymentGateway, order: OrderRow): Promise<OrderRow> {
  const payment = order.provider_ref ? await gateway.fetch(order.provider_ref) : null;
  if (payment && (payment.amount !== order.amount || payment.currency !== order.currency)) {
    app.log.error({ order: order.id, ref: payment.ref }, "a payment's amount is not its order's: left alone");
    return order;
  }
  const to: PaymentStatus = payment?.status ?? "cancelled";
  return app.db.transaction(async (tx) => {
    const locked = orNotFound(await tx.one(lockOrder, order.site_id, order.id));
    if (!mayMove(locked.status, to)) return locked;
    const moved = (await tx.one(
      setStatus,
      order.site_id,
      order.id,
      to,
      payment?.failCode ?? null,
      app.clock.iso(),
      payment?.fingerprint ?? null,
    ))!;
    if (to === "completed") await creditOrder(app, tx, moved, payment!);
    if (to === "completed" && isGivenUp(locked.status)) await spendAgain(app, tx, moved);
    if (to === "failed" || to === "cancelled") await giveCodeBack(tx, order.site_id, order.member_id, order.id);
    return moved;
  });
}

/** The order's price is made with its code, so the code has to be used by this order and by no other. */
async function holdCode(
  app: Resources,
  tx: Transaction,
  { site_id: site, member_id: member, id, discount_code }: OrderRow,
) {
  if (discount_code) await spendCode(app, tx, { site, code: discount_code, member, order: id });
}

/** A payment that was given up and came through after all was paid at the discount: its code is used from now on. */
async function spendAgain(app: Resources, tx: Transaction, order: OrderRow): Promise<void> {
  if (!(await findMember(tx, order.site_id, order.member_id))) return; // erased: nothing of theirs is written again
  await holdCode(app, tx, order).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    app.log.warn({ order: order.id }, "a given up order was paid after all, and its discount code by another one too");
  });
}

/** The credits, premium, and the receipt: in the transaction that completes the order, under the order's own key. */
async function creditOrder(app: Resources, tx: Transaction, order: OrderRow, payment: ProviderPayment): Promise<void> {
  const { site_id: site, member_id: member, id, credits } = order;
  await moveCredits(tx, {
    site,
    member,
    amount: credits,
    kind: "purchase",
    idem: `order:${id}`,
    ref: id,
    at: app.clock.iso(),
  });
  await makePremium(app, tx, site, member);
  await changed(app, tx, site, member, "credits");
  const person = await findMember(tx, site, member);
  if (!person) return; // erased while the provider took its time: the books are right, and there is nobody to write to
  const { email, locale } = await getContact(tx, site, member);
  const { name } = person;
  const total = new Intl.NumberFormat(locale, { style: "currency", currency: order.currency }).format(
    order.amount / 100,
  );
  const params = { name, credits: String(credits), total, number: payment.ref };
  await queueMail(app, tx, site, { member, to: email, kind: "receipt", params, locale });
}
