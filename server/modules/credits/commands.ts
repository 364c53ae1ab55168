/**
 * Moves credits. A balance is never written without its ledger row, and each movement carries a key: repeating a key
 * repeats nothing (product.md 7).
 */
import type { Transaction } from "../../kernel/db/db.ts";
import { read, write } from "../../kernel/db/statement.ts";
import { HOUSE, KINDS, type MovementKind, type SendKind } from "./tables.ts";

const insertWallet = write<{ site: number; member: number }>(
  "insert into wallets (site_id, member_id) values ($site, $member) on conflict do nothing",
);
const move = write<
  {
    site: number;
    member: number;
    idem: string;
    amount: number;
    house: number;
    kind: number;
    ref: number | null;
    at: string;
  },
  { status: "moved" | "duplicate" | "insufficient"; balance: number | null }
>(
  `with dup as (select balance_after from ledger where site_id = $site and member_id = $member and idem = $idem),
        w as (update wallets set balance = balance + $amount::bigint, seq = seq + 1
               where site_id = $site and member_id = $member and balance + $amount::bigint >= 0 and not exists (select from dup)
           returning balance, seq),
        l as (insert into ledger (site_id, member_id, seq, idem, debit, credit, amount, kind, ref, balance_after, at)
              select $site, $member, seq, $idem,
                     case when $amount::bigint < 0 then $member else $house::bigint end,
                     case when $amount::bigint < 0 then $house::bigint else $member end,
                     abs($amount::bigint), $kind, $ref, balance, $at from w
           returning balance_after)
   select case when exists (select from l) then 'moved' when exists (select from dup) then 'duplicate' else 'insufficient' end as status,
          coalesce((select balance_after from l), (select balance_after from dup)) as balance`,
);

export async function createWallet(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(insertWallet, { site, member });
}

export interface Movement {
  site: number;
  member: number;
  /** Signed: positive to the member. */
  amount: number;
  kind: MovementKind;
  /** Idempotency key: "order:17". */
  idem: string;
  ref?: number | null;
  at: string;
}

/** One movement; `duplicate` when its key was used before, `insufficient` when the balance would be negative. */
export async function moveCredits(tx: Transaction, { site, member, amount, kind, idem, ref, at }: Movement) {
  const row = await tx.one(move, {
    site,
    member,
    idem,
    amount,
    house: HOUSE[kind],
    kind: KINDS[kind],
    ref: ref ?? null,
    at,
  });
  return row!;
}

const debited = read<{ site: number; member: number; idem: string }, { amount: number; kind: number }>(
  "select amount, kind from ledger where site_id = $site and member_id = $member and idem = $idem and debit = $member",
);

/** Refunds the cost of a message to its sender, once, from the account that received it. Returns the credits, 0 for a free one. */
export async function refundMessage(
  tx: Transaction,
  {
    site,
    member,
    conversation,
    message,
    at,
  }: { site: number; member: number; conversation: number; message: number; at: string },
): Promise<number> {
  const key = `message:${conversation}:${message}`;
  const paid = await tx.one(debited, { site, member, idem: key });
  if (!paid) return 0;
  const kind = (Object.keys(KINDS) as MovementKind[]).find((name) => KINDS[name] === paid.kind)!;
  const { status } = await moveCredits(tx, {
    site,
    member,
    amount: paid.amount,
    kind,
    idem: `back:${key}`,
    ref: message,
    at,
  });
  return status === "moved" ? paid.amount : 0;
}

/**
 * Part of the send statement (chat): the conditional debit of `ok.cost`. Nothing is debited when `ok` is empty; a free message
 * does not change the chain.
 */
export const DEBIT = `update wallets set balance = balance - ok.cost, seq = seq + (ok.cost > 0)::int from ok
  where wallets.site_id = $site and member_id = $sender and balance >= ok.cost returning balance, seq, ok.cost, ok.fictional`;

/**
 * Part of the send statement: the ledger row of that debit, keyed by its conversation and its id, which is unique there. The table
 * refuses a debit for a fictional profile, which fails the whole statement.
 */
export const debitLedger = (
  kind: SendKind,
): string => `insert into ledger (site_id, member_id, seq, idem, debit, credit, amount, kind, ref, balance_after, at, to_fictional)
  select $site, $sender, w.seq, concat('message:', $conversation::bigint, ':', m.id), $sender, ${HOUSE[kind]}, w.cost, ${KINDS[kind]}, m.id, w.balance, $now, w.fictional from w, m where w.cost > 0
  returning seq`;

/** Part of the statement that sends many texts at once (chat): `c` holds their locked wallets' new `balance` and `seq`. */
export const DEBIT_BATCH = `update wallets v set balance = c.balance, seq = c.seq from c where v.site_id = $site and v.member_id = c.sender`;

/** The ledger rows of those debits; $8 is now. */
export const LEDGER_BATCH = `insert into ledger (site_id, member_id, seq, idem, debit, credit, amount, kind, ref, balance_after, at, to_fictional)
  select $site, sender, seq, concat('message:', conversation, ':', id), sender, ${HOUSE.message}, cost, ${KINDS.message}, id, balance, $now, fictional from c where cost > 0`;
