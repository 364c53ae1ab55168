/** Looking at an order, cancelling it, and notices of providers (§4 Payment, §8; product.md 7). */
import { write } from "../../kernel/db/statement.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { ProviderError, type ProviderName } from "./gateway.ts";
import type { PaymentGateways } from "./providers/gateway.ts";
import { findOrderByRef, getOrder } from "./queries.ts";
import { isOpen } from "./rules.ts";
import { settle } from "./settling/commands.ts";
import type { OrderRow } from "./tables.ts";

const keepNotice = write<{ provider: string; id: string; now: string }, { id: string }>(
  "insert into webhook_events (provider, id, received_at) values ($provider, $id, $now) on conflict do nothing returning id",
);

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
