/** Jobs that ask providers about orders whose notices were lost (product.md 7). */
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { ProviderError, type ProviderName } from "../gateway.ts";
import type { PaymentGateways } from "../providers/gateway.ts";
import { listDecidedOrders, listOpenOrders } from "../queries.ts";
import { checkDelay } from "../rules.ts";
import { nextLookAt, settle } from "../settling/commands.ts";
import type { DecidedOrderRow } from "../tables.ts";

const markChecked = write<{ site: number; id: number; next: string | null }>(
  "update orders set looks = looks + 1, next_look_at = $next where site_id = $site and id = $id",
);

const deleteNotices = write<{ before: string }>("delete from webhook_events where received_at < $before");

export const RECONCILE_JOB = "payments";

export const DECIDED_JOB = "decided-payments";

const OPEN_SECONDS = 60;

const BATCH = 100;

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

const NOTICES_KEPT_SECONDS = 90 * 86_400;

/** Notices are signed with their time and refused after five minutes, so old ids may be deleted. */
export async function sweepNotices({ db, clock }: Resources): Promise<void> {
  await db.one(deleteNotices, { before: clock.in(-NOTICES_KEPT_SECONDS) });
}
