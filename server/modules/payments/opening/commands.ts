/** Opening the payment of an order at its provider, or charging what is stored (§4 Payment). */
import type { PaymentStatus } from "@serenade/contract/payments";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { returnCode } from "../../discounts/commands.ts";
import { type PaymentGateway, ProviderError } from "../gateway.ts";
import { findInstrument } from "../instruments/queries.ts";
import { blockAccount, debitMandateOf, dropIban } from "../mandates/commands.ts";
import type { PaymentGateways } from "../providers/gateway.ts";
import { ORDER_COLUMNS } from "../queries.ts";
import { isOpen } from "../rules.ts";
import type { OrderRow } from "../tables.ts";

const attachPayment = write<{ site: number; id: number; ref: string; redirect: string | null; now: string }, OrderRow>(
  `update orders set provider_ref = $ref, redirect = $redirect, changed_at = $now,
          status = case when status = 'loading' then 'pending' else status end
    where site_id = $site and id = $id returning ${ORDER_COLUMNS}`,
);

export const lockOrder = write<{ site: number; id: number }, OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $site and id = $id for no key update`,
);

export const setStatus = write<
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

/**
 * Opens the payment of an order, or charges its stored card. Repeating it after a lost answer is the same payment: the request
 * and its key are stored with the order.
 */
export async function openAtProvider(app: Resources, gateways: PaymentGateways, order: OrderRow): Promise<OrderRow> {
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
 * Stores the provider's payment with its order. Meanwhile the order may have been closed and its discount released: then it stays
 * closed, and so does the payment, which was never shown to its payer. An open order has its discount.
 */
async function attach(app: Resources, order: OrderRow, { ref, redirect }: { ref: string; redirect: string | null }) {
  return orNotFound(
    await app.db.one(attachPayment, { site: order.site_id, id: order.id, ref, redirect, now: app.clock.iso() }),
  );
}

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
