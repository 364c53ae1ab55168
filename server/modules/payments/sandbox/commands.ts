/** The sandbox provider's side: payments are opened, decided on its own page, and its notices delivered until they are acknowledged. */
import { randomUUID } from "node:crypto";
import type { FailCode } from "@serenade/contract/payments";
import type { Queries, Transaction } from "../../../kernel/db/db.ts";
import { read, write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { PaymentRequest } from "../gateway.ts";
import { sign } from "./rules.ts";
import type { SandboxNotice, SandboxPayment } from "./tables.ts";

export const NOTICE_JOB = "sandbox";

const COLUMNS =
  "ref, amount, currency, description, paymentmethod, return_url, webhook_url, status, fail_code, card_fingerprint, customer, store, instrument, created_at";
const BATCH = 50;
const TIMEOUT_MS = 5_000;
const OPEN_SECONDS = 3_600;
const DEBIT_SECONDS = 30;

const insertPayment = write<
  {
    ref: string;
    amount: number;
    currency: string;
    description: string;
    paymentmethod: string;
    returnUrl: string;
    webhookUrl: string;
    clientKey: string;
    status: SandboxPayment["status"];
    customer: string | null;
    store: boolean;
    instrument: string | null;
    debitOutcome: "paid" | "returned" | null;
    now: string;
  },
  SandboxPayment & { fresh: boolean }
>(
  `insert into sandbox_payments (ref, amount, currency, description, paymentmethod, return_url, webhook_url, client_key, status,
                                 customer, store, instrument, debit_outcome, created_at)
   values ($ref, $amount, $currency, $description, $paymentmethod, $returnUrl, $webhookUrl, $clientKey, $status, $customer, $store, $instrument, $debitOutcome, $now)
   on conflict (client_key) do update set client_key = excluded.client_key
   returning ${COLUMNS}, xmax = 0 as fresh`,
);
const byRef = read<{ ref: string }, SandboxPayment>(`select ${COLUMNS} from sandbox_payments where ref = $ref`);
const decide = write<
  { ref: string; from: string[]; status: string; failCode: string | null; cardFingerprint: string | null },
  SandboxPayment
>(
  `update sandbox_payments set status = $status, fail_code = $failCode, card_fingerprint = coalesce($cardFingerprint, card_fingerprint) where ref = $ref and status = any ($from) returning ${COLUMNS}`,
);
const insertNotice = write<{ id: string; ref: string; now: string }>(
  "insert into sandbox_notices (id, ref, due_at) values ($id, $ref, $now)",
);
const expire = write<{ before: string }, SandboxPayment>(
  `update sandbox_payments set status = 'failed', fail_code = 'expired'
    where status in ('open', 'challenge') and created_at < $before returning ${COLUMNS}`,
);
/** The bank has answered after half a minute. */
const dueDebits = read<{ before: string }, { ref: string; debit_outcome: "paid" | "returned" }>(
  `select ref, debit_outcome from sandbox_payments
    where status = 'processing' and debit_outcome is not null and created_at < $before`,
);
const claimDue = write<{ now: string; due: string; limit: number }, SandboxNotice>(
  `update sandbox_notices n set due_at = $due, attempts = n.attempts + 1
     from (select id from sandbox_notices where due_at <= $now and delivered_at is null order by due_at limit $limit for update skip locked) due,
          sandbox_payments p
    where n.id = due.id and p.ref = n.ref
   returning n.id, n.ref, p.webhook_url, n.attempts`,
);
const markDelivered = write<{ id: string; now: string }>(
  "update sandbox_notices set delivered_at = $now where id = $id",
);
const postpone = write<{ id: string; due: string }>("update sandbox_notices set due_at = $due where id = $id");

/** A new payment; a repeated key returns the same payment with `fresh` false. */
export async function openPayment(
  { db, clock }: Resources,
  request: PaymentRequest,
  {
    status = "open",
    instrument = null,
    debitOutcome = null,
  }: { status?: SandboxPayment["status"]; instrument?: string | null; debitOutcome?: "paid" | "returned" | null } = {},
): Promise<SandboxPayment & { fresh: boolean }> {
  const { amount, currency, description, paymentmethod, returnUrl, webhookUrl, key, customer, store } = request;
  const ref = `sb_${randomUUID().replaceAll("-", "")}`;
  return (await db.one(insertPayment, {
    ref,
    amount,
    currency,
    description,
    paymentmethod,
    returnUrl,
    webhookUrl,
    clientKey: key,
    status,
    customer,
    store: store && customer !== null,
    instrument,
    debitOutcome,
    now: clock.iso(),
  }))!;
}

export const findPayment = ({ db }: { db: Queries }, ref: string): Promise<SandboxPayment | null> =>
  db.one(byRef, { ref });

type Decision = (
  | { status: "challenge" | "paid" | "cancelled"; failCode?: null }
  | { status: "failed"; failCode: FailCode }
) & {
  /** Of the card that was typed, if any. */
  fingerprint?: string;
};

/** Decides an undecided payment and queues a notice; null when it was decided before. */
export async function decidePayment(
  app: Resources,
  ref: string,
  { status, failCode, fingerprint }: Decision,
): Promise<SandboxPayment | null> {
  return app.db.transaction(async (tx) => {
    const from = status === "challenge" ? ["open"] : ["open", "challenge", "processing"];
    const payment = await tx.one(decide, {
      ref,
      from,
      status,
      failCode: failCode ?? null,
      cardFingerprint: fingerprint ?? null,
    });
    if (payment && status !== "challenge") await oweNotice(app, tx, ref);
    return payment;
  });
}

/** Queues a notice, which is sent after the commit. */
export async function oweNotice(app: Resources, tx: Transaction, ref: string): Promise<void> {
  await tx.one(insertNotice, { id: `evt_${randomUUID().replaceAll("-", "")}`, ref, now: app.clock.iso() });
  tx.afterCommit(() => app.trigger(NOTICE_JOB));
}

/** Delivers due notices by HTTP, each with backoff until it is answered 2xx. Closes payments that were not paid within an hour. */
export async function deliverNotices(app: Resources, secret: string): Promise<void> {
  for (const { ref, debit_outcome } of await app.db.all(dueDebits, { before: app.clock.in(-DEBIT_SECONDS) }))
    await decidePayment(
      app,
      ref,
      debit_outcome === "paid" ? { status: "paid" } : { status: "failed", failCode: "insufficient_funds" },
    );
  for (const { ref } of await app.db.all(expire, { before: app.clock.in(-OPEN_SECONDS) })) {
    await app.db.one(insertNotice, { id: `evt_${randomUUID().replaceAll("-", "")}`, ref, now: app.clock.iso() });
  }
  for (const notice of await app.db.all(claimDue, { now: app.clock.iso(), due: app.clock.in(60), limit: BATCH })) {
    const taken = await deliver(app, secret, notice);
    if (taken) await app.db.one(markDelivered, { id: notice.id, now: app.clock.iso() });
    else await app.db.one(postpone, { id: notice.id, due: app.clock.in(Math.min(3_600, 2 ** notice.attempts)) });
  }
}

async function deliver(
  { clock, log }: Resources,
  secret: string,
  { id, ref, webhook_url }: SandboxNotice,
): Promise<boolean> {
  const body = JSON.stringify({ id, ref });
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": sign(secret, id, timestamp, body),
  };
  try {
    const answer = await fetch(webhook_url, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.ok;
  } catch (error) {
    log.warn(
      { notice: id, error: (error as Error).message },
      "the sandbox could not deliver a notice and will try again",
    );
    return false;
  }
}
