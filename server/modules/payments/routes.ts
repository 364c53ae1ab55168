/** Credits page, orders, the provider's notices, and the history (§2 Payment screens, §4 Payment, §7, §8). */
import { CreditsApi } from "@serenade/contract/credits";
import { isCountry } from "@serenade/contract/locales";
import { PaymentApi, TransactionsApi } from "@serenade/contract/payments";
import { baseUrlOf, type Call, type Member, on } from "../../kernel/dispatch.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import { BinaryResponse } from "../../kernel/responses.ts";
import { balanceOf, findFirstPurchase } from "../credits/queries.ts";
import { findActiveDiscount } from "../discounts/queries.ts";
import { getMember } from "../members/queries.ts";
import { currencyOf } from "../site/prices/rules.ts";
import { getSite, listBundles } from "../site/queries.ts";
import { COUNTRY_COOKIE } from "../site/rules.ts";
import { cancelOrder, receiveNotice, refreshOrder } from "./commands.ts";
import { getInstrument, listInstruments } from "./instruments/queries.ts";
import { isExpired, labelOf } from "./instruments/rules.ts";
import { type NewOrder, startOrder } from "./orders/commands.ts";
import { presentBundle, presentOrder, presentReceipt } from "./present.ts";
import type { PaymentGateways } from "./providers/gateway.ts";
import { listMethods } from "./providers/queries.ts";
import { getOrder, listOrders, listReturned } from "./queries.ts";
import { renderReceipt } from "./receipts/gateway.ts";
import { listReceipts } from "./receipts/queries.ts";
import { receiptNumber } from "./receipts/rules.ts";
import { withdraw, withdrawByNumber } from "./refunds/commands.ts";
import type { OrderRow } from "./tables.ts";

const STARTS = { name: "payment-starts", points: 10, seconds: 600, whenDown: "closed" } as const;
const WITHDRAWALS = { name: "withdrawals", points: 20, seconds: 600, whenDown: "closed" } as const;
const WITHDRAWALS_BY_NUMBER = {
  name: "withdrawals-by-number",
  points: 10,
  seconds: 3_600,
  whenDown: "closed",
} as const;
const RECEIPTS = { name: "receipts", points: 60, seconds: 600, whenDown: "closed" } as const;
const PAGE = 50;

export const paymentRoutes = (gateways: PaymentGateways) => [
  on(CreditsApi.read, "anyone", (call) => credits(call, gateways)),
  on(PaymentApi.start, "member", (call) => start(call, gateways), { limit: STARTS }),
  on(PaymentApi.repeat, "member", (call) => repeat(call, gateways), { limit: STARTS }),
  on(PaymentApi.read, "member", async (call) => {
    const { db, site, member, query } = call;
    const { order, unanswered } = await refreshOrder(call, gateways, site.id, member.id, query.id);
    const first = (await findFirstPurchase(db, site.id, member.id)) === order.id;
    const who = { site: site.id, member: member.id, order: order.id };
    const transaction = await presented(call, order);
    const receipts = (await listReceipts(db, who)).map(presentReceipt);
    return { transaction, first, receipts, unanswered, balance: await balanceOf(db, site.id, member.id) };
  }),
  on(PaymentApi.receipt, "member", receipt, { limit: RECEIPTS }),
  on(PaymentApi.cancel, "member", async (call) => ({
    transaction: await presented(call, await cancelOrder(call, gateways, call.site.id, call.member.id, call.body.id)),
  })),
  on(
    PaymentApi.withdraw,
    "member",
    async (call) => {
      const { site, member, body } = call;
      await withdraw(call, gateways, { site: site.id, member: member.id, order: body.id });
      return { transaction: await presented(call, await getOrder(call.db, site.id, member.id, body.id)) };
    },
    { limit: WITHDRAWALS },
  ),
  on(
    PaymentApi.withdrawByNumber,
    "anyone",
    async (call) => ({ refunded: await withdrawByNumber(call, gateways, { site: call.site.id, ...call.body }) }),
    { limit: WITHDRAWALS_BY_NUMBER },
  ),
  on(PaymentApi.webhook, "system", async (call) => {
    const { provider, secret = null } = call.query;
    await receiveNotice(call, gateways, {
      provider,
      secret,
      raw: call.raw ?? Buffer.alloc(0),
      headers: call.request.headers,
    });
    return {};
  }),
  on(TransactionsApi.list, "member", async ({ db, site, member, query }) => {
    const before = query.before ?? Number.MAX_SAFE_INTEGER;
    const orders = await listOrders(db, site.id, member.id, before, PAGE);
    const returned = await listReturned(db, site.id, orders);
    return { transactions: orders.map((row) => presentOrder(row, returned.get(row.id))) };
  }),
];

const presented = async ({ db, site }: Pick<Call<typeof PaymentApi.read>, "db" | "site">, order: OrderRow) =>
  presentOrder(order, (await listReturned(db, site.id, [order])).get(order.id));

/** The receipt of an order, or of its refund, as a PDF in the caller's language. */
async function receipt({ db, site, member, query, ids, locale }: Call<typeof PaymentApi.receipt, Member>) {
  const listed = await listReceipts(db, { site: site.id, member: member.id, order: query.id });
  const wanted = orNotFound(listed.find((row) => !query.number || receiptNumber(row) === query.number));
  const pdf = await renderReceipt(wanted, ids.encode("transaction", query.id), locale);
  return new BinaryResponse(pdf, "application/pdf", 0, `receipt-${receiptNumber(wanted)}.pdf`);
}

/** Prices are public: a visitor sees those of the chosen country, or of the country of their network address. */
async function credits(call: Call<typeof CreditsApi.read>, gateways: PaymentGateways) {
  const { db, site, member, request, clock, countryOf } = call;
  const chosen = request.cookies[COUNTRY_COOKIE];
  const [{ settings }, bundles, balance, own, code, instruments] = await Promise.all([
    getSite(call, site.id),
    listBundles(call, site.id),
    member ? balanceOf(db, site.id, member.id) : 0,
    member ? getMember(db, site.id, member.id) : null,
    member ? findActiveDiscount(db, site.id, member.id, clock.iso()) : null,
    member ? listInstruments(db, site.id, member.id) : [],
  ]);
  const stored = instruments.find((row) => !isExpired(row, clock.now()));
  const country = own?.country ?? (isCountry(chosen) ? chosen : (countryOf(request.address) ?? ""));
  const currency = currencyOf(country);
  const priced = bundles.filter((bundle) => bundle.currency === currency);
  const market = { country, currency, amount: priced[0]?.amount ?? 0 };
  return {
    balance,
    bundles: priced.map((bundle) => presentBundle(bundle, settings.message_credits)),
    paymentmethods: await listMethods(call, gateways, market),
    stored_method: stored ? { id: stored.id, paymentmethod: stored.kind, label: labelOf(stored) } : null,
    discount: code && { code: code.code, percent: code.percent ?? 0, expires: code.expires },
  };
}

async function start(call: Call<typeof PaymentApi.start, Member>, gateways: PaymentGateways) {
  const { paymentmethod, store = false } = call.body;
  return order(call, gateways, { paymentmethod, store, instrument: null });
}

/** One tap charges the stored card or account (product.md 7). */
async function repeat(call: Call<typeof PaymentApi.repeat, Member>, gateways: PaymentGateways) {
  const instrument = await getInstrument(call.db, call.site.id, call.member.id, call.body.instrument);
  return order(call, gateways, { paymentmethod: instrument.kind, store: false, instrument });
}

async function order(
  call: Call<typeof PaymentApi.start, Member> | Call<typeof PaymentApi.repeat, Member>,
  gateways: PaymentGateways,
  paid: Pick<NewOrder, "paymentmethod" | "store" | "instrument">,
) {
  if (!call.key) throw new Refusal("invalid", {}, { "Idempotency-Key": "required" });
  const { bundle: tier, discountcode, proof } = call.body;
  const made = await startOrder(call, gateways, {
    ...paid,
    mandate: null,
    site: call.site.id,
    member: call.member.id,
    tier,
    proof,
    discountcode: discountcode || null,
    key: call.key,
    network: call.network,
    networkCountry: call.countryOf(call.request.address),
    locale: call.locale,
    baseUrl: baseUrlOf(call),
  });
  return { transaction: await presented(call, made), redirect: made.redirect };
}
