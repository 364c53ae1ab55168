/** Making orders: price, discount, limits, and the request to the provider, in one transaction (§4 Payment, §8; product.md 7). */
import { type PaymentMethod, priceAfter } from "@serenade/contract/credits";
import { misfitOf } from "@serenade/contract/discounts";
import type { Locale } from "@serenade/contract/locales";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { demandProof } from "../../account/abuse/commands.ts";
import { lockSpending, refuseBeyondLimit } from "../../account/spending-limit/commands.ts";
import { spendCode } from "../../discounts/commands.ts";
import { findDiscount, type OpenDiscount } from "../../discounts/queries.ts";
import { getMember } from "../../members/queries.ts";
import { currencyOf } from "../../site/prices/rules.ts";
import { getSite, listBundles } from "../../site/queries.ts";
import { type PaymentRequest, ProviderError, type ProviderName } from "../gateway.ts";
import { customerAt } from "../instruments/commands.ts";
import type { ChargeableInstrument } from "../instruments/tables.ts";
import { refuseBeyondDebitLimit, sign } from "../mandates/commands.ts";
import type { MandateRow } from "../mandates/tables.ts";
import { openAtProvider } from "../opening/commands.ts";
import type { PaymentGateways } from "../providers/gateway.ts";
import { findGateway } from "../providers/queries.ts";
import { countDeclines, countUnpaid, ORDER_COLUMNS } from "../queries.ts";
import { isGivenUp, isOpen, methodsOf, networkKey, pauseAfter } from "../rules.ts";
import { settle } from "../settling/commands.ts";
import type { OrderRow } from "../tables.ts";

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

/** Orders of one network are serialized, so that parallel ones count each other. */
const lockNetwork = write<{ network: string }>("select pg_advisory_xact_lock(hashtextextended($network, 2))");

const forgetTraces = write<{ before: string }>(
  `update orders set network_key = null, card_fingerprint = null
    where created_at < $before and (network_key is not null or card_fingerprint is not null)`,
);

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

/** Networks and cards are only counted for a day. */
export async function sweepPaymentTraces({ db, clock }: Resources): Promise<void> {
  await db.one(forgetTraces, { before: clock.in(-DAY_SECONDS) });
}
