/** What happens to a sandbox payment after it was paid: its card is stored, it is refunded, it is charged back. */
import { randomUUID } from "node:crypto";
import { read, write } from "../../../../kernel/db/statement.ts";
import type { Resources } from "../../../../kernel/resources.ts";
import { ProviderError } from "../../gateway.ts";
import { findPayment, oweNotice } from "../commands.ts";
import type { SandboxChargeback, SandboxInstrument, SandboxRefund } from "../tables.ts";

const INSTRUMENT_COLUMNS = "token, kind, brand, last4, exp_month, exp_year, outcome";

const insertInstrument = write<{
  token: string;
  customer: string;
  kind: string;
  brand: string | null;
  last4: string | null;
  outcome: string;
  expYear: number;
}>(
  `insert into sandbox_instruments (token, customer, kind, brand, last4, exp_month, exp_year, outcome)
   values ($token, $customer, $kind, $brand, $last4, case when $last4::text is null then null else 12 end,
           case when $last4::text is null then null else $expYear::int end, $outcome)`,
);
const markStored = write<{ ref: string; token: string }>(
  "update sandbox_payments set instrument = $token where ref = $ref and instrument is null",
);
const byToken = read<{ token: string; customer: string }, SandboxInstrument>(
  `select ${INSTRUMENT_COLUMNS} from sandbox_instruments where token = $token and customer = $customer`,
);
const deleteInstrument = write<{ token: string; customer: string }>(
  "delete from sandbox_instruments where token = $token and customer = $customer",
);
const deleteOfCustomer = write<{ customer: string }>("delete from sandbox_instruments where customer = $customer");
const refundsOf = read<{ payment: string }, SandboxRefund>(
  "select ref, client_key, amount, status from sandbox_refunds where payment_ref = $payment order by ref",
);
const lockPayment = write<{ payment: string }, { amount: number; status: string }>(
  "select amount, status from sandbox_payments where ref = $payment for update",
);
const insertRefund = write<{ ref: string; payment: string; key: string; amount: number }, SandboxRefund>(
  `insert into sandbox_refunds (ref, payment_ref, client_key, amount, status) values ($ref, $payment, $key, $amount, 'completed')
   on conflict (client_key) do update set client_key = excluded.client_key
   returning ref, client_key, amount, status`,
);
const failRefund = write<{ payment: string }, { ref: string }>(
  `update sandbox_refunds set status = 'failed'
    where ref = (select ref from sandbox_refunds where payment_ref = $payment and status <> 'failed' order by ref desc limit 1)
   returning ref`,
);
const chargebacksOf = read<{ payment: string }, SandboxChargeback>(
  "select ref, amount, reason, status, due_by from sandbox_chargebacks where payment_ref = $payment order by ref",
);
const insertChargeback = write<{ ref: string; payment: string; amount: number; due: string }>(
  `insert into sandbox_chargebacks (ref, payment_ref, amount, reason, status, due_by)
   values ($ref, $payment, $amount, 'fraudulent', 'open', $due)`,
);
const closeChargeback = write<{ payment: string; status: "won" | "lost" }, { ref: string }>(
  "update sandbox_chargebacks set status = $status where payment_ref = $payment and status = 'open' returning ref",
);

const newRef = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "")}`;

/** Stores the card or account of a paid payment for its customer. */
export async function storeInstrument(
  { db, clock }: Resources,
  payment: { ref: string; customer: string },
  { kind, card, outcome }: { kind: "card" | "paypal"; card: string | null; outcome: SandboxInstrument["outcome"] },
): Promise<void> {
  const token = newRef("sbi");
  const expYear = clock.now().getUTCFullYear() + 2;
  await db.one(insertInstrument, {
    token,
    customer: payment.customer,
    kind,
    brand: card && "Visa",
    last4: card?.slice(-4) ?? null,
    outcome,
    expYear,
  });
  await db.one(markStored, { ref: payment.ref, token });
}

export const findInstrument = ({ db }: Pick<Resources, "db">, customer: string, token: string) =>
  db.one(byToken, { token, customer });

export async function forgetInstrument({ db }: Resources, customer: string, token: string): Promise<void> {
  await db.one(deleteInstrument, { token, customer });
}

export async function forgetInstruments({ db }: Resources, customer: string): Promise<void> {
  await db.one(deleteOfCustomer, { customer });
}

export const listRefunds = ({ db }: Pick<Resources, "db">, payment: string) => db.all(refundsOf, { payment });
export const listChargebacks = ({ db }: Pick<Resources, "db">, payment: string) => db.all(chargebacksOf, { payment });

/** Refunds part of a paid payment, never more than what is left of it; idempotent by key. */
export async function refundPayment(
  app: Resources,
  payment: string,
  { key, amount }: { key: string; amount: number },
): Promise<SandboxRefund> {
  return app.db.transaction(async (tx) => {
    const paid = await tx.one(lockPayment, { payment });
    const before = await tx.all(refundsOf, { payment });
    const known = before.find(({ client_key }) => client_key === key);
    if (known) return known;
    const refunded = before.reduce((sum, one) => sum + (one.status === "failed" ? 0 : one.amount), 0);
    if (paid?.status !== "paid" || refunded + amount > paid.amount)
      throw new ProviderError("refused", "Sandbox: more than what is left of the payment");
    const refund = (await tx.one(insertRefund, { ref: newRef("sbr"), payment, key, amount }))!;
    await oweNotice(app, tx, payment);
    return refund;
  });
}

/** The controls of the sandbox's page: what a bank or a provider does long after the payment. */
export async function applyAftermath(
  app: Resources,
  payment: string,
  act: "fail_refund" | "charge_back" | "win" | "lose",
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const known = await findPayment({ db: tx }, payment);
    if (known?.status !== "paid") return;
    if (act === "fail_refund") await tx.one(failRefund, { payment });
    else if (act === "charge_back")
      await tx.one(insertChargeback, {
        ref: newRef("sbc"),
        payment,
        amount: known.amount,
        due: app.clock.in(7 * 86_400),
      });
    else await tx.one(closeChargeback, { payment, status: act === "win" ? "won" : "lost" });
    await oweNotice(app, tx, payment);
  });
}
