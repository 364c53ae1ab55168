/**
 * Moves credits. A balance is never written without its ledger row, and each movement carries a key: the same key again is
 * the same movement (product.md 7).
 */
import type { Transaction } from "../../kernel/db/db.ts";
import { read, write } from "../../kernel/db/statement.ts";
import { HOUSE, KINDS, type MovementKind, type SendKind } from "./tables.ts";

const insertWallet = write<[number, number]>(
  "insert into wallets (site_id, member_id) values ($1, $2) on conflict do nothing",
);
const move = write<
  [number, number, string, number, number, number, number | null, string],
  { status: "moved" | "duplicate" | "insufficient"; balance: number | null }
>(
  `with dup as (select balance_after from ledger where site_id = $1 and member_id = $2 and idem = $3),
        w as (update wallets set balance = balance + $4::bigint, seq = seq + 1
               where site_id = $1 and member_id = $2 and balance + $4::bigint >= 0 and not exists (select from dup)
           returning balance, seq),
        l as (insert into ledger (site_id, member_id, seq, idem, debit, credit, amount, kind, ref, balance_after, at)
              select $1, $2, seq, $3,
                     case when $4::bigint < 0 then $2 else $5::bigint end,
                     case when $4::bigint < 0 then $5::bigint else $2 end,
                     abs($4::bigint), $6, $7, balance, $8 from w
           returning balance_after)
   select case when exists (select from l) then 'moved' when exists (select from dup) then 'duplicate' else 'insufficient' end as status,
          coalesce((select balance_after from l), (select balance_after from dup)) as balance`,
);

export async function createWallet(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(insertWallet, site, member);
}

export interface Movement {
  site: number;
  member: number;
  /** Signed: positive to the member. */
  amount: number;
  kind: MovementKind;
  /** What makes a repetition the same movement: "order:17". */
  idem: string;
  ref?: number | null;
  at: string;
}

/** One movement; `duplicate` when its key was used before, `insufficient` when it would leave less than nothing. */
export async function moveCredits(tx: Transaction, { site, member, amount, kind, idem, ref, at }: Movement) {
  const row = await tx.one(move, site, member, idem, amount, HOUSE[kind], KINDS[kind], ref ?? null, at);
  return row!;
}

const debited = read<[number, number, string], { amount: number; kind: number }>(
  "select amount, kind from ledger where site_id = $1 and member_id = $2 and idem = $3 and debit = $2",
);

/** What a message cost goes back to its sender, once, out of the account that it went to: credits, 0 when it was free. */
export async function giveBack(
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
  const paid = await tx.one(debited, site, member, key);
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
 * leaves the chain as it is.
 */
export const DEBIT = `update wallets set balance = balance - ok.cost, seq = seq + (ok.cost > 0)::int from ok
  where wallets.site_id = $1 and member_id = $3 and balance >= ok.cost returning balance, seq, ok.cost, ok.fictional`;

/**
 * Part of the send statement: the ledger row of that debit, keyed by its conversation and its id, which is unique there. The table
 * refuses a debit for a fictional profile, and the message with it.
 */
export const debitLedger = (
  kind: SendKind,
): string => `insert into ledger (site_id, member_id, seq, idem, debit, credit, amount, kind, ref, balance_after, at, to_fictional)
  select $1, $3, w.seq, concat('message:', $2::bigint, ':', m.id), $3, ${HOUSE[kind]}, w.cost, ${KINDS[kind]}, m.id, w.balance, $8, w.fictional from w, m where w.cost > 0
  returning seq`;

/** Part of the statement that sends many texts at once (chat): `c` holds their locked wallets' new `balance` and `seq`. */
export const DEBIT_TOGETHER = `update wallets v set balance = c.balance, seq = c.seq from c where v.site_id = $1 and v.member_id = c.sender`;

/** Part of the same: the ledger rows of those debits, as that of one by itself; $8 is now. */
export const LEDGER_TOGETHER = `insert into ledger (site_id, member_id, seq, idem, debit, credit, amount, kind, ref, balance_after, at, to_fictional)
  select $1, sender, seq, concat('message:', conversation, ':', id), sender, ${HOUSE.message}, cost, ${KINDS.message}, id, balance, $8, fictional from c where cost > 0`;
