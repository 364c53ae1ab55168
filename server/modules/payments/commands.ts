/** Orders: started once, settled by the provider's state, credited once (§4 Payment, §8; product.md 7). */
import { type PaymentMethod, priceAfter } from "@serenade/contract/credits";
import { misfitOf } from "@serenade/contract/discounts";
import type { Locale } from "@serenade/contract/locales";
import type { PaymentStatus } from "@serenade/contract/payments";
import { isoTime, type Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { demandProof } from "../account/abuse/commands.ts";
import { lockSpending, refuseBeyondLimit } from "../account/preferences/commands.ts";
import { getContact } from "../account/queries.ts";
import { moveCredits } from "../credits/commands.ts";
import { settleDebt } from "../credits/debts/commands.ts";
import { returnCode, spendCode } from "../discounts/commands.ts";
import { findDiscount, type OpenDiscount } from "../discounts/queries.ts";

import { queueMail } from "../mail/commands.ts";
import { makePremium } from "../members/commands.ts";
import { findMember, getMember } from "../members/queries.ts";
import { bumpVersion } from "../notifications/commands.ts";
import { getSite, listBundles } from "../site/queries.ts";
import { currencyOf } from "../site/rules.ts";
import { openCase } from "./cases/commands.ts";
import { applyChargebacks } from "./chargebacks/commands.ts";
import {
  type PaymentGateway,
  type PaymentRequest,
  ProviderError,
  type ProviderName,
  type ProviderPayment,
} from "./gateway.ts";
import { customerAt, noteInstrumentUse, storeInstrument } from "./instruments/commands.ts";
import { findInstrument } from "./instruments/queries.ts";
import type { ChargeableInstrument } from "./instruments/tables.ts";
import { blockAccount, debitMandateOf, dropIban, refuseBeyondDebitLimit, sign } from "./mandates/commands.ts";
import type { MandateRow } from "./mandates/tables.ts";
import type { PaymentGateways } from "./providers/gateway.ts";
import { findGateway } from "./providers/queries.ts";
import {
  countDeclines,
  countUnpaid,
  findOrderByRef,
  getOrder,
  listDecidedOrders,
  listOpenOrders,
  ORDER_COLUMNS,
} from "./queries.ts";
import { issueReceipt } from "./receipts/commands.ts";
import { applyRefunds } from "./refunds/commands.ts";
import { checkDelay, isGivenUp, isOpen, mayMove, methodsOf, networkKey, pauseAfter, recheckDelay } from "./rules.ts";
import type { DecidedOrderRow, OrderRow } from "./tables.ts";

const insertOrder = write<
  {
    site: number;
    id: number;
    member: number;
    clientKey: string;
    tier: string;
    credits: number;
    amount: number;
    currency: string;
    paymentmethod: string;
    provider: string;
    now: string;
    discountCode: string | null;
    discountPercent: number | null;
    discountAmount: number | null;
    network: string;
    country: string;
    networkCountry: string | null;
    request: PaymentRequest;
    instrument: number | null;
    mandate: number | null;
  },
  OrderRow
>(
  `insert into orders (site_id, id, member_id, client_key, tier, credits, amount, currency, paymentmethod, provider, status,
                       created_at, changed_at, discount_code, discount_percent, discount_amount, network_key, country, network_country, request, instrument_id, mandate_id, next_look_at)
   values ($site, $id, $member, $clientKey, $tier, $credits, $amount, $currency, $paymentmethod, $provider, 'loading', $now, $now, $discountCode, $discountPercent, $discountAmount, $network, $country, $networkCountry, $request, $instrument, $mandate, $now)
   returning ${ORDER_COLUMNS}`,
);
const byKey = write<{ site: number; member: number; clientKey: string }, OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $site and member_id = $member and client_key = $clientKey`,
);
const attachPayment = write<{ site: number; id: number; ref: string; redirect: string | null; now: string }, OrderRow>(
  `update orders set provider_ref = $ref, redirect = $redirect, changed_at = $now,
          status = case when status = 'loading' then 'pending' else status end
    where site_id = $site and id = $id returning ${ORDER_COLUMNS}`,
);
const lockOrder = write<{ site: number; id: number }, OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $site and id = $id for no key update`,
);
const setStatus = write<
  {
    site: number;
    id: number;
    to: PaymentStatus;
    failCode: string | null;
    now: string;
    cardFingerprint: string | null;
    cardCountry: string | null;
    alias: string | null;
    nextLook: string | null;
  },
  OrderRow
>(
  `update orders set status = $to, fail_code = $failCode, changed_at = $now, card_fingerprint = coalesce($cardFingerprint, card_fingerprint),
          card_country = coalesce($cardCountry, card_country), provider_alias = coalesce($alias, provider_alias), next_look_at = $nextLook
    where site_id = $site and id = $id returning ${ORDER_COLUMNS}`,
);
const setActed = write<{ site: number; id: number }, OrderRow>(
  `update orders set payer_acted = true where site_id = $site and id = $id returning ${ORDER_COLUMNS}`,
);
/** Orders of one network are serialized, so that parallel ones count each other. */
const lockNetwork = write<{ network: string }>("select pg_advisory_xact_lock(hashtextextended($network, 2))");
const forgetTraces = write<{ before: string }>(
  `update orders set network_key = null, card_fingerprint = null
    where created_at < $before and (network_key is not null or card_fingerprint is not null)`,
);
const markChecked = write<{ site: number; id: number; next: string | null }>(
  "update orders set looks = looks + 1, next_look_at = $next where site_id = $site and id = $id",
);
const keepNotice = write<{ provider: string; id: string; now: string }, { id: string }>(
  "insert into webhook_events (provider, id, received_at) values ($provider, $id, $now) on conflict do nothing returning id",
);

export const RECONCILE_JOB = "payments";
export const DECIDED_JOB = "decided-payments";
const OPEN_SECONDS = 60;
const BATCH = 100;

export interface NewOrder {
  site: number;
  member: number;
  tier: OrderRow["tier"];
  paymentmethod: PaymentMethod;
  discountcode: string | null;
  /** A stored card or account to charge instead of a page to pay on. */
  instrument: ChargeableInstrument | null;
  /** A confirmed mandate, where the method is direct debit. */
  mandate: MandateRow | null;
  /** Store the card or account for repeat orders. */
  store: boolean;
  /** The solved challenge of an earlier refusal with `proof_required`. */
  proof: string | undefined;
  /** The browser's idempotency key. */
  key: string;
  /** The caller's network. */
  network: string;
  /** The country of the caller's address; null when it is unknown. */
  networkCountry: string | null;
  /** Of the provider's pages. */
  locale: Locale;
  baseUrl: string;
}

/**
 * Creates the order and the provider's payment. The price comes from the bundles, never from the caller. A key whose order
 * failed is refused: its discount was released, so its price is no longer valid.
 */
export async function startOrder(app: Resources, gateways: PaymentGateways, order: NewOrder): Promise<OrderRow> {
  const { site, member, key } = order;
  const made = (await app.db.one(byKey, { site, member, clientKey: key })) ?? (await makeOrder(app, gateways, order));
  if (isGivenUp(made.status)) throw new Refusal("payment_closed");
  if (made.provider_ref) return made;
  const attached = await openAtProvider(app, gateways, made).catch(unanswered(made));
  if (!attached.provider_ref) return attached;
  if (made.mandate_id !== null) return attached;
  // a stored card is charged immediately: the result is known, unless the bank requires approval
  if (made.instrument_id !== null) return attached.redirect ? attached : settle(app, gateways, attached);
  if (isOpen(attached.status)) return attached;
  await gateways.of(made.provider).cancel(attached.provider_ref!);
  throw new Refusal("payment_closed");
}

/**
 * Opens the payment of an order, or charges its stored card. Repeating it after a lost answer is the same payment: the request
 * and its key are stored with the order.
 */
async function openAtProvider(app: Resources, gateways: PaymentGateways, order: OrderRow): Promise<OrderRow> {
  const { site_id: site, member_id: member, instrument_id, request } = order;
  const gateway = gateways.of(order.provider);
  if (order.mandate_id !== null) return openDebit(app, gateway, order, order.mandate_id);
  if (instrument_id === null) return attach(app, order, await gateway.create(request!));
  const instrument = await findInstrument(app.db, site, member, instrument_id);
  if (!instrument) return closeUnsent(app, order);
  try {
    return await attach(app, order, await gateway.repeat(request!, instrument.token));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    app.log.warn({ order: order.id, error: error.message }, "a provider refused to charge a stored card");
    return closeUnsent(app, order);
  }
}

/** Sends the direct debit; from then on only the provider has the account number. An account that it refuses is blocked here too. */
async function openDebit(app: Resources, gateway: PaymentGateway, order: OrderRow, mandate: number): Promise<OrderRow> {
  const debit = await debitMandateOf(app, order);
  if (!debit) return closeUnsent(app, order);
  try {
    const { ref } = await gateway.debit(order.request!, debit);
    const attached = await attach(app, order, { ref, redirect: null });
    await dropIban(app, order.site_id, mandate);
    return attached;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    app.log.warn({ order: order.id, error: error.message }, "a provider refused a direct debit");
    await blockAccount(app.db, order.site_id, mandate, app.clock.iso());
    return closeUnsent(app, order);
  }
}

/**
 * A provider that does not answer. Its payment page was never shown, so the order can be tried again; a stored card may have been
 * charged, so its order stays open until the provider answers.
 */
const unanswered =
  (order: OrderRow) =>
  (error: unknown): OrderRow => {
    if (!(error instanceof ProviderError) || error.kind !== "unavailable") throw error;
    if (order.instrument_id !== null || order.mandate_id !== null) return order;
    throw new Refusal("payment_unavailable");
  };

/** The provider has no payment for the order and will have none. */
async function closeUnsent(app: Resources, order: OrderRow): Promise<OrderRow> {
  return app.db.transaction(async (tx) => {
    const { site_id: site, member_id: member, id } = order;
    const locked = orNotFound(await tx.one(lockOrder, { site, id }));
    if (!isOpen(locked.status) || locked.provider_ref) return locked;
    await returnCode(tx, site, member, id);
    const none = { cardFingerprint: null, cardCountry: null, alias: null, nextLook: null };
    const failed = { site, id, to: "failed" as const, failCode: "provider_error", now: app.clock.iso(), ...none };
    return (await tx.one(setStatus, failed))!;
  });
}

/**
 * Stores the provider's payment with its order. Meanwhile the order may have been closed and its discount released: then it stays
 * closed, and so does the payment, which was never shown to its payer. An open order has its discount.
 */
async function attach(app: Resources, order: OrderRow, { ref, redirect }: { ref: string; redirect: string | null }) {
  return orNotFound(
    await app.db.one(attachPayment, { site: order.site_id, id: order.id, ref, redirect, now: app.clock.iso() }),
  );
}

/** The order's row, with its discount: the code is used in the same transaction, so two concurrent orders cannot share it. */
async function makeOrder(app: Resources, gateways: PaymentGateways, order: NewOrder): Promise<OrderRow> {
  const { site, member, tier, paymentmethod, instrument, key } = order;
  const who = { site, member };
  const network = networkKey(app.config.appSecret, order.network);
  if ((paymentmethod === "directdebit") !== (order.mandate !== null))
    throw new Refusal("invalid", {}, { paymentmethod: "invalid" });
  const { country, confirmed_at } = await getMember(app.db, site, member);
  if (!confirmed_at) throw new Refusal("confirm_first");
  if (!methodsOf(country).includes(paymentmethod)) throw new Refusal("invalid", {}, { paymentmethod: "invalid" });
  const currency = currencyOf(country);
  const bundles = await listBundles(app, site);
  const bundle = orNotFound(bundles.find((one) => one.tier === tier && one.currency === currency));
  await demandProofAfterDeclines(app, order);
  // before the transaction, so that no lock is held during a call to the provider
  const market = { country, currency, amount: bundle.amount };
  const gateway = instrument
    ? gateways.of(instrument.provider)
    : await findGateway(app, gateways, market, paymentmethod);
  if (!gateway) throw new Refusal("invalid", {}, { paymentmethod: "invalid" });
  const store = order.store && STORABLE.has(paymentmethod);
  const known = store || order.mandate !== null;
  const customer = instrument?.customer ?? (known ? await customerAt(app, gateway, who) : null);
  const { name } = (await getSite(app, site)).settings;
  return app.db.transaction(async (tx) => {
    await tx.one(lockNetwork, { network: `payments:${site}:${network}` });
    await lockSpending(tx, who);
    // Read behind the locks: a concurrent repetition finds the order and does not count towards the limits.
    const before = await tx.one(byKey, { site, member, clientKey: key });
    if (before) return before;
    const discount = order.discountcode ? await openDiscount(app, tx, who, order.discountcode) : null;
    if (discount) refuseUnfit(discount, { price: bundle.amount, currency, paymentmethod });
    const amount = discount ? priceAfter(bundle.amount, discount) : bundle.amount;
    const off = bundle.amount - amount;
    await refuseTooMany(app, tx, { ...who, network });
    await refuseBeyondLimit(app, tx, who, bundles, amount);
    if (order.mandate) await refuseBeyondDebitLimit(app, tx, who, amount);
    const id = app.ids.next();
    const row = {
      site,
      id,
      member,
      clientKey: key,
      tier,
      credits: bundle.credits,
      amount,
      currency,
      paymentmethod,
      provider: gateway.name,
      now: app.clock.iso(),
      discountCode: discount?.code ?? null,
      discountPercent: discount?.percent ?? null,
      discountAmount: discount ? off : null,
      network,
      country,
      networkCountry: order.networkCountry,
      request: requestOf(app, gateways, order, {
        id,
        amount,
        currency,
        provider: gateway.name,
        customer,
        store,
        description: `${name} · ${bundle.credits} credits`,
      }),
      instrument: instrument?.id ?? null,
      mandate: order.mandate?.id ?? null,
    };
    const made = orNotFound(await tx.one(insertOrder, row));
    if (order.mandate) await sign(app, tx, made, order.mandate);
    if (discount) await spendCode(app, tx, { site, code: discount.code, member, order: id, amount: off });
    return made;
  });
}

/** Methods that a provider can store for repeat orders. */
const STORABLE: ReadonlySet<PaymentMethod> = new Set<PaymentMethod>(["card", "paypal"]);

const PAYABLE_SECONDS = 3_600;

/** The whole request to the provider, computed once: a repetition with other values would be refused, or be another payment. */
function requestOf(
  app: Resources,
  gateways: PaymentGateways,
  order: NewOrder,
  made: Pick<PaymentRequest, "amount" | "currency" | "description" | "customer" | "store"> & {
    id: number;
    provider: ProviderName;
  },
): PaymentRequest {
  const { id, provider, ...rest } = made;
  const publicId = app.ids.encode("transaction", id);
  const notices = new URLSearchParams({
    provider,
    ...(provider === "mollie" && { secret: gateways.noticeSecret }),
  });
  return {
    ...rest,
    key: `order:${id}:1`,
    order: publicId,
    paymentmethod: order.paymentmethod,
    locale: order.locale,
    returnUrl: `${order.baseUrl}/transactions/${publicId}`,
    webhookUrl: `${order.baseUrl}/api/webhook.php?${notices}`,
    expiresAt: app.clock.in(PAYABLE_SECONDS),
  };
}

const DAY_SECONDS = 86_400;

/** Testing stolen cards leaves many unpaid orders; their number is limited per account, network and card (security.md 2.5, T35). */
async function refuseTooMany(
  app: Resources,
  tx: Transaction,
  who: { site: number; member: number; network: string },
): Promise<void> {
  const { clock } = app;
  const seconds = pauseAfter(await countUnpaid(tx, who, { minutes: clock.in(-600), day: clock.in(-DAY_SECONDS) }));
  if (seconds > 0) throw new Refusal("too_many_payments", { seconds });
}

const DECLINES_BEFORE_PROOF = 2;

/** Slows down tests of stolen card numbers: after two declines in a day each further order needs a proof of work (T35). */
async function demandProofAfterDeclines(app: Resources, { site, member, network, proof }: NewOrder): Promise<void> {
  const declines = await countDeclines(app.db, { site, member, since: app.clock.in(-DAY_SECONDS) });
  if (declines >= DECLINES_BEFORE_PROOF) await demandProof(app, "payment", { site, network, proof });
}

/** Networks and cards are only counted for a day. */
export async function sweepPaymentTraces({ db, clock }: Resources): Promise<void> {
  await db.one(forgetTraces, { before: clock.in(-DAY_SECONDS) });
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

/** A code that does not apply to this order: it is for larger ones, other methods or another currency. */
function refuseUnfit(
  discount: OpenDiscount,
  { price, currency, paymentmethod }: { price: number; currency: string; paymentmethod: PaymentMethod },
): void {
  const misfit = misfitOf({ ...discount, minimum: discount.minimum_order }, { price, currency, paymentmethod });
  if (misfit) throw new Refusal(misfit, {}, { discountcode: misfit });
}

/**
 * The member's own order; while it is open the provider is queried, so that a lost notice causes no delay. If the provider does not
 * answer in time, the order is returned as last known: `unanswered`.
 */
export async function refreshOrder(
  app: Resources,
  gateways: PaymentGateways,
  site: number,
  member: number,
  id: number,
): Promise<{ order: OrderRow; unanswered: boolean }> {
  const order = await getOrder(app.db, site, member, id);
  if (!isOpen(order.status) || !order.provider_ref) return { order, unanswered: false };
  const known = { order, unanswered: true };
  const settled = settle(app, gateways, order).then(
    (order) => ({ order, unanswered: false }),
    (error) => {
      if (!(error instanceof ProviderError)) throw error;
      app.log.warn({ order: id, error: error.message }, "an order's provider does not answer");
      return known;
    },
  );
  return soonEnough(settled, known);
}

/** A page does not wait longer for a provider; what the provider answers later is found at the next look. */
const LOOK_MS = 4_000;

async function soonEnough<T>(work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), LOOK_MS);
    timer.unref();
  });
  work.catch(() => {}); // its caller has an answer by then
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Cancels an unpaid order. */
export async function cancelOrder(
  app: Resources,
  gateways: PaymentGateways,
  site: number,
  member: number,
  id: number,
): Promise<OrderRow> {
  const order = await getOrder(app.db, site, member, id);
  if (!isOpen(order.status)) throw new Refusal("payment_closed");
  try {
    if (order.provider_ref) await gateways.of(order.provider).cancel(order.provider_ref);
    return await settle(app, gateways, order);
  } catch (error) {
    if (error instanceof ProviderError) throw new Refusal("payment_unavailable");
    throw error;
  }
}

/** A provider's notice. A repeated one gets the same answer and changes nothing, like one about an unknown payment. */
export async function receiveNotice(
  app: Resources,
  gateways: PaymentGateways,
  { provider, raw, headers, secret }: IncomingNotice,
): Promise<void> {
  const gateway = gateways.all.find(({ name }) => name === provider);
  const notice = gateway?.notice(raw, headers, secret, app.clock.now());
  if (!notice) throw new Refusal("bad_signature");
  const order = await findOrderByRef(app.db, provider, notice.ref);
  if (order) await settle(app, gateways, order);
  await app.db.one(keepNotice, { provider, id: notice.id, now: app.clock.iso() });
}

export interface IncomingNotice {
  provider: ProviderName;
  raw: Buffer;
  headers: Record<string, string | undefined>;
  /** From the path that it was sent to. */
  secret: string | null;
}

/**
 * Settles orders that stayed open: the notice was lost, the member did not return, or the order never reached the provider. Each is
 * checked less often the longer it stays open; a provider that does not answer delays its own orders only.
 */
export async function reconcileOrders(app: Resources, gateways: PaymentGateways): Promise<void> {
  const made = app.clock.in(-OPEN_SECONDS);
  for (const order of await listOpenOrders(app.db, { made, now: app.clock.iso(), limit: BATCH })) {
    const next = app.clock.in(checkDelay(order.looks));
    await app.db.one(markChecked, { site: order.site_id, id: order.id, next });
    await settle(app, gateways, order).catch((error: Error) =>
      app.log.warn(
        { order: order.id, provider: order.provider, error: error.message },
        "an open order was not settled",
      ),
    );
  }
}

/** So many batches at most in one run: the next run goes on. */
const BATCHES = 10;
const AWAY_SECONDS = 3_600;

/**
 * Looks at orders that are paid or given up, so that refunds, chargebacks and late confirmations whose notices were lost are found.
 * The orders of a provider that does not answer wait an hour.
 */
export async function reconcileDecidedOrders(app: Resources, gateways: PaymentGateways): Promise<void> {
  const providers = gateways.all.map(({ name }) => name);
  const away = new Set<ProviderName>();
  for (let batch = 0; batch < BATCHES; batch++) {
    const due = await listDecidedOrders(app.db, { providers, now: app.clock.iso(), limit: BATCH });
    for (const order of due) await lookAgain(app, gateways, order, away);
    if (due.length < BATCH) return;
  }
}

async function lookAgain(
  app: Resources,
  gateways: PaymentGateways,
  order: DecidedOrderRow,
  away: Set<ProviderName>,
): Promise<void> {
  const { site_id: site, id, provider } = order;
  const later = { site, id, next: app.clock.in(AWAY_SECONDS) };
  if (away.has(provider)) return void (await app.db.one(markChecked, later));
  await app.db.one(markChecked, { site, id, next: nextLookAt(app, order) });
  try {
    await settle(app, gateways, order);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "unavailable") away.add(provider);
    await app.db.one(markChecked, later);
    app.log.warn({ order: id, provider, error: (error as Error).message }, "a decided order was not looked at");
  }
}

function nextLookAt({ clock }: Resources, order: Pick<DecidedOrderRow, "status" | "created_at" | "disputed">) {
  const age = (clock.now().getTime() - Date.parse(isoTime(order.created_at))) / 1000;
  const pause = recheckDelay(order.status, { age, disputed: order.disputed });
  return pause === null ? null : clock.in(pause);
}

const deleteNotices = write<{ before: string }>("delete from webhook_events where received_at < $before");
const NOTICES_KEPT_SECONDS = 90 * 86_400;

/** Notices are signed with their time and refused after five minutes, so old ids may be deleted. */
export async function sweepNotices({ db, clock }: Resources): Promise<void> {
  await db.one(deleteNotices, { before: clock.in(-NOTICES_KEPT_SECONDS) });
}

/** Applies the provider's state of the payment to its order. */
async function settle(app: Resources, gateways: PaymentGateways, begun: OrderRow): Promise<OrderRow> {
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

/** The order's price is made with its code, so the code has to be used by this order and by no other. */
async function holdCode(
  app: Resources,
  tx: Transaction,
  { site_id: site, member_id: member, id, discount_code, discount_amount }: OrderRow,
) {
  if (discount_code)
    await spendCode(app, tx, { site, code: discount_code, member, order: id, amount: discount_amount ?? 0 });
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
