/** The sandbox provider's side: payments are opened, decided on its own page, and its notices delivered until they are taken. */
import { randomUUID } from "node:crypto";
import type { FailCode } from "@serenade/contract/payments";
import { read, write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { PaymentRequest } from "../gateway.ts";
import { sign } from "./rules.ts";
import type { SandboxNotice, SandboxPayment } from "./tables.ts";

export const NOTICE_JOB = "sandbox";

const COLUMNS =
  "ref, amount, currency, description, paymentmethod, return_url, webhook_url, status, fail_code, card_fingerprint, created_at";
const BATCH = 50;
const TIMEOUT_MS = 5_000;
const OPEN_SECONDS = 3_600;

const insertPayment = write<[string, number, string, string, string, string, string, string, string], SandboxPayment>(
  `insert into sandbox_payments (ref, amount, currency, description, paymentmethod, return_url, webhook_url, client_key, status, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9)
   on conflict (client_key) do update set client_key = excluded.client_key
   returning ${COLUMNS}`,
);
const byRef = read<[string], SandboxPayment>(`select ${COLUMNS} from sandbox_payments where ref = $1`);
const decide = write<[string, string[], string, string | null, string | null], SandboxPayment>(
  `update sandbox_payments set status = $3, fail_code = $4, card_fingerprint = coalesce($5, card_fingerprint) where ref = $1 and status = any ($2) returning ${COLUMNS}`,
);
const insertNotice = write<[string, string, string]>(
  "insert into sandbox_notices (id, ref, due_at) values ($1, $2, $3)",
);
const expire = write<[string], SandboxPayment>(
  `update sandbox_payments set status = 'failed', fail_code = 'expired'
    where status in ('open', 'challenge') and created_at < $1 returning ${COLUMNS}`,
);
const claimDue = write<[string, string, number], SandboxNotice>(
  `update sandbox_notices n set due_at = $2, attempts = n.attempts + 1
     from (select id from sandbox_notices where due_at <= $1 and delivered_at is null order by due_at limit $3 for update skip locked) due,
          sandbox_payments p
    where n.id = due.id and p.ref = n.ref
   returning n.id, n.ref, p.webhook_url, n.attempts`,
);
const markDelivered = write<[string, string]>("update sandbox_notices set delivered_at = $2 where id = $1");
const postpone = write<[string, string]>("update sandbox_notices set due_at = $2 where id = $1");

/** A new payment; the same key again is the same payment. */
export async function openPayment({ db, clock }: Resources, request: PaymentRequest): Promise<SandboxPayment> {
  const { amount, currency, description, paymentmethod, returnUrl, webhookUrl, key } = request;
  const ref = `sb_${randomUUID().replaceAll("-", "")}`;
  return (await db.one(
    insertPayment,
    ref,
    amount,
    currency,
    description,
    paymentmethod,
    returnUrl,
    webhookUrl,
    key,
    clock.iso(),
  ))!;
}

export const findPayment = ({ db }: Pick<Resources, "db">, ref: string): Promise<SandboxPayment | null> =>
  db.one(byRef, ref);

type Decision = (
  | { status: "challenge" | "paid" | "cancelled"; failCode?: null }
  | { status: "failed"; failCode: FailCode }
) & {
  /** Of the card that was typed, where one was. */
  fingerprint?: string;
};

/** Decides an undecided payment and owes a notice of it; null when it was decided before. */
export async function decidePayment(
  app: Resources,
  ref: string,
  { status, failCode, fingerprint }: Decision,
): Promise<SandboxPayment | null> {
  return app.db.transaction(async (tx) => {
    const from = status === "challenge" ? ["open"] : ["open", "challenge"];
    const payment = await tx.one(decide, ref, from, status, failCode ?? null, fingerprint ?? null);
    if (payment && status !== "challenge")
      await tx.one(insertNotice, `evt_${randomUUID().replaceAll("-", "")}`, ref, app.clock.iso());
    tx.afterCommit(() => app.trigger(NOTICE_JOB));
    return payment;
  });
}

/** Delivers due notices by HTTP, each again with growing pauses until it is answered 2xx. Closes what nobody paid in an hour. */
export async function deliverNotices(app: Resources, secret: string): Promise<void> {
  for (const { ref } of await app.db.all(expire, app.clock.in(-OPEN_SECONDS))) {
    await app.db.one(insertNotice, `evt_${randomUUID().replaceAll("-", "")}`, ref, app.clock.iso());
  }
  for (const notice of await app.db.all(claimDue, app.clock.iso(), app.clock.in(60), BATCH)) {
    const taken = await deliver(app, secret, notice);
    if (taken) await app.db.one(markDelivered, notice.id, app.clock.iso());
    else await app.db.one(postpone, notice.id, app.clock.in(Math.min(3_600, 2 ** notice.attempts)));
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
