/** Which payment methods a country has here: those of our own table, as far as a provider that serves it offers them. */
import type { PaymentMethod } from "@serenade/contract/credits";
import { timedCache } from "../../../kernel/cache.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { PaymentGateway } from "../gateway.ts";
import { methodsOf } from "../rules.ts";
import type { PaymentGateways } from "./gateway.ts";

export interface Market {
  country: string;
  currency: string;
  /** Of a usual order, in minor units. */
  amount: number;
}

/** A page does not wait longer for a provider's list. */
const WAIT_MS = 1_000;

const offers = timedCache<string, PaymentMethod[] | null, { gateway: PaymentGateway; market: Market }>(
  "payment-methods",
  { ms: 3_600_000, most: 1_000 },
  (_app, _key, context) => context!.gateway.methods(context!.market),
);

/** A provider that does not say, or does not answer in time, is assumed to offer everything. */
async function isOffered(app: Resources, gateway: PaymentGateway, market: Market, method: PaymentMethod) {
  const listed = offers.get(app, `${gateway.name}:${market.country}:${market.currency}`, { gateway, market });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), WAIT_MS);
    timer.unref();
  });
  const known = await Promise.race([listed.catch(() => null), late]);
  clearTimeout(timer);
  return !known || known.includes(method);
}

/** The first provider that serves the country and offers the method there. */
export async function findGateway(
  app: Resources,
  gateways: PaymentGateways,
  market: Market,
  method: PaymentMethod,
): Promise<PaymentGateway | null> {
  for (const gateway of gateways.serving(market.country))
    if (await isOffered(app, gateway, market, method)) return gateway;
  return null;
}

/** The methods that an order from there can be paid by, the most used ones first. */
export async function listMethods(app: Resources, gateways: PaymentGateways, market: Market): Promise<PaymentMethod[]> {
  const found = await Promise.all(
    methodsOf(market.country).map(async (method) => (await findGateway(app, gateways, market, method)) && method),
  );
  return found.filter((method) => method !== null);
}
