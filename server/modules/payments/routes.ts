/** Credits page, orders, the provider's notices, and the history (§2 Payment screens, §4 Payment, §7, §8). */
import { CreditsApi } from "@serenade/contract/credits";
import { isCountry } from "@serenade/contract/locales";
import { PaymentApi, TransactionsApi } from "@serenade/contract/payments";
import { isoTime } from "../../kernel/db/db.ts";
import { baseUrlOf, type Call, type Member, on } from "../../kernel/dispatch.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { balanceOf, findFirstPurchase, listMovements } from "../credits/queries.ts";
import { KINDS, type MovementKind } from "../credits/tables.ts";
import { findOpenCode } from "../discounts/queries.ts";
import { getMember } from "../members/queries.ts";
import { getSite, listBundles } from "../site/queries.ts";
import { COUNTRY_COOKIE, currencyOf } from "../site/rules.ts";
import { cancelOrder, lookAtOrder, receiveNotice, startOrder } from "./commands.ts";
import type { PaymentGateway } from "./gateway.ts";
import { presentBundle, presentOrder } from "./present.ts";
import { listOrders } from "./queries.ts";
import { methodsOf } from "./rules.ts";

const STARTS = { name: "payment-starts", points: 10, seconds: 600, whenDown: "closed" } as const;
const PAGE = 50;

export const paymentRoutes = (gateway: PaymentGateway) => [
  on(CreditsApi.read, "anyone", credits),
  on(PaymentApi.start, "member", (call) => start(call, gateway), { limit: STARTS }),
  on(PaymentApi.read, "member", async (call) => {
    const { db, site, member, query } = call;
    const order = await lookAtOrder(call, gateway, site.id, member.id, query.id);
    const first = (await findFirstPurchase(db, site.id, member.id)) === order.id;
    return { transaction: presentOrder(order), first };
  }),
  on(PaymentApi.cancel, "member", async (call) => ({
    transaction: presentOrder(await cancelOrder(call, gateway, call.site.id, call.member.id, call.body.id)),
  })),
  on(PaymentApi.webhook, "system", async (call) => {
    await receiveNotice(call, gateway, call.raw ?? Buffer.alloc(0), call.request.headers);
    return {};
  }),
  on(TransactionsApi.list, "member", async ({ db, site, member, query }) => {
    const before = query.before ?? Number.MAX_SAFE_INTEGER;
    const [orders, movements] = await Promise.all([
      listOrders(db, site.id, member.id, before, PAGE),
      listMovements(db, site.id, member.id, PAGE),
    ]);
    return {
      transactions: orders.map(presentOrder),
      movements: movements.map((row) => ({
        kind: kindOf(row.kind),
        amount: row.amount,
        balance_after: row.balance_after,
        created_at: isoTime(row.at),
      })),
    };
  }),
];

/** Prices are public: a visitor sees those of the country that was chosen, or that the address lies in. */
async function credits(call: Call<typeof CreditsApi.read>) {
  const { db, site, member, request, clock, countryOf } = call;
  const chosen = request.cookies[COUNTRY_COOKIE];
  const [{ settings }, bundles, balance, own, code] = await Promise.all([
    getSite(call, site.id),
    listBundles(call, site.id),
    member ? balanceOf(db, site.id, member.id) : 0,
    member ? getMember(db, site.id, member.id) : null,
    member ? findOpenCode(db, site.id, member.id, clock.iso()) : null,
  ]);
  const country = own?.country ?? (isCountry(chosen) ? chosen : (countryOf(request.address) ?? ""));
  const priced = bundles.filter((bundle) => bundle.currency === currencyOf(country));
  return {
    balance,
    bundles: priced.map((bundle) => presentBundle(bundle, settings.message_credits)),
    paymentmethods: methodsOf(country),
    stored_method: null,
    discount: code && { code: code.code, percent: code.percent, expires: isoTime(code.expires_at) },
  };
}

async function start(call: Call<typeof PaymentApi.start, Member>, gateway: PaymentGateway) {
  if (!call.key) throw new Refusal("invalid", {}, { "Idempotency-Key": "required" });
  const { bundle: tier, paymentmethod, discountcode = null } = call.body;
  const who = { site: call.site.id, member: call.member.id };
  const order = await startOrder(call, gateway, {
    ...who,
    tier,
    paymentmethod,
    discountcode: discountcode || null,
    key: call.key,
    network: call.network,
    baseUrl: baseUrlOf(call),
  });
  return { transaction: presentOrder(order), redirect: order.redirect };
}

const KIND_NAMES = Object.keys(KINDS) as MovementKind[];
const kindOf = (number: number): MovementKind => KIND_NAMES.find((name) => KINDS[name] === number)!;
