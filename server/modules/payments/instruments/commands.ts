/** Cards and PayPal accounts stay at the provider; stored on request, deleted on request and when the account is erased. */
import { createHmac } from "node:crypto";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { Instrument, PaymentGateway, ProviderName } from "../gateway.ts";
import type { PaymentGateways } from "../providers/gateway.ts";

interface Owner {
  site: number;
  member: number;
}

const insertCustomer = write<Owner & { provider: string; ref: string; now: string }, { ref: string }>(
  `insert into payment_customers (site_id, member_id, provider, ref, created_at) values ($site, $member, $provider, $ref, $now)
   on conflict (site_id, member_id, provider) do update set ref = payment_customers.ref returning ref`,
);
const customerOf = write<Owner & { provider: string }, { ref: string }>(
  "select ref from payment_customers where site_id = $site and member_id = $member and provider = $provider",
);
const insertInstrument = write<
  Owner & {
    id: number;
    provider: string;
    token: string;
    fingerprint: string | null;
    kind: string;
    brand: string | null;
    last4: string | null;
    expMonth: number | null;
    expYear: number | null;
    now: string;
  }
>(
  `insert into payment_instruments (site_id, id, member_id, provider, token, fingerprint, kind, brand, last4, exp_month, exp_year, created_at, used_at)
   values ($site, $id, $member, $provider, $token, $fingerprint, $kind, $brand, $last4, $expMonth, $expYear, $now, $now)
   on conflict (site_id, member_id, provider, token) do update
     set brand = excluded.brand, last4 = excluded.last4, exp_month = excluded.exp_month, exp_year = excluded.exp_year, used_at = excluded.used_at`,
);
const deleteSame = write<Owner & { provider: string; fingerprint: string; token: string }, { token: string }>(
  `delete from payment_instruments
    where site_id = $site and member_id = $member and provider = $provider and fingerprint = $fingerprint and token <> $token
   returning token`,
);
const noteUse = write<{ site: number; id: number; now: string }>(
  "update payment_instruments set used_at = $now where site_id = $site and id = $id",
);
const deleteInstrument = write<Owner & { id: number }, { provider: string; token: string }>(
  "delete from payment_instruments where site_id = $site and member_id = $member and id = $id returning provider, token",
);
const deleteInstruments = write<Owner>("delete from payment_instruments where site_id = $site and member_id = $member");
const deleteCustomers = write<Owner, { provider: string; ref: string }>(
  "delete from payment_customers where site_id = $site and member_id = $member returning provider, ref",
);
const insertForget = write<{ provider: string; customer: string; token: string }>(
  "insert into payment_forgets (provider, customer, token) values ($provider, $customer, $token) on conflict do nothing",
);
const dueForgets = write<{ limit: number }, { provider: string; customer: string; token: string }>(
  "select provider, customer, token from payment_forgets order by created_at limit $limit",
);
const deleteForget = write<{ provider: string; customer: string; token: string }>(
  "delete from payment_forgets where provider = $provider and customer = $customer and token = $token",
);

export const FORGET_JOB = "forget-instruments";
const BATCH = 50;

/** The provider's customer of the member, created on first use; its key is a pseudonym, and repeating it is idempotent. */
export async function customerAt(app: Resources, gateway: PaymentGateway, { site, member }: Owner): Promise<string> {
  const who = { site, member, provider: gateway.name };
  const known = await app.db.one(customerOf, who);
  if (known) return known.ref;
  const key = createHmac("sha256", app.config.appSecret).update(`payment customer:${site}:${member}`).digest("hex");
  const ref = await gateway.createCustomer(key.slice(0, 32));
  return (await app.db.one(insertCustomer, { ...who, ref, now: app.clock.iso() }))!.ref;
}

/** In the transaction that completes the order. A card that is stored again under another token replaces the first. */
export async function storeInstrument(
  app: Resources,
  tx: Transaction,
  { site, member, provider, fingerprint }: Owner & { provider: ProviderName; fingerprint: string | null },
  { token, kind, brand, last4, expMonth, expYear }: Instrument,
): Promise<void> {
  // erased meanwhile, with everything that the provider had of the member
  const customer = await tx.one(customerOf, { site, member, provider });
  if (!customer) return;
  for (const old of fingerprint ? await tx.all(deleteSame, { site, member, provider, fingerprint, token }) : [])
    await tx.one(insertForget, { provider, customer: customer.ref, token: old.token });
  const row = { site, member, provider, token, fingerprint, kind, brand, last4, expMonth, expYear };
  await tx.one(insertInstrument, { ...row, id: app.ids.next(), now: app.clock.iso() });
}

export async function noteInstrumentUse(app: Resources, tx: Transaction, site: number, id: number): Promise<void> {
  await tx.one(noteUse, { site, id, now: app.clock.iso() });
}

/** Removed from the member's list immediately; the provider deletes it in a job, with retries. */
export async function forgetInstrument(app: Resources, { site, member }: Owner, id: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const gone = await tx.one(deleteInstrument, { site, member, id });
    if (!gone) throw new Refusal("not_found");
    const customer = await tx.one(customerOf, { site, member, provider: gone.provider });
    await tx.one(insertForget, { ...gone, customer: customer?.ref ?? "" });
    tx.afterCommit(() => app.trigger(FORGET_JOB));
  });
}

/** With the account: the provider deletes the customer and everything stored. */
export async function eraseInstruments(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteInstruments, { site, member });
  for (const { provider, ref } of await tx.all(deleteCustomers, { site, member }))
    await tx.one(insertForget, { provider, customer: ref, token: "" });
}

/** Deletes what is due at the providers; what one does not confirm is retried. */
export async function forgetAtProviders(app: Resources, gateways: PaymentGateways): Promise<void> {
  for (const due of await app.db.all(dueForgets, { limit: BATCH })) {
    const { provider, customer, token } = due;
    try {
      const gateway = gateways.of(provider);
      await (token ? gateway.forget(customer, token) : gateway.forgetCustomer(customer));
      await app.db.one(deleteForget, due);
    } catch (error) {
      app.log.warn({ provider, error: (error as Error).message }, "a stored card is not deleted at its provider yet");
    }
  }
}
