/** Balances, movements, and the proofs of the ledger (product.md 7). */
import type { Queries } from "../../kernel/db/db.ts";
import { type NoParams, read } from "../../kernel/db/statement.ts";
import { HOUSE, KINDS, type MovementRow } from "./tables.ts";

const balance = read<{ site: number; member: number }, { balance: number }>(
  "select balance from wallets where site_id = $site and member_id = $member",
);
const movements = read<{ site: number; member: number; before: number; limit: number }, MovementRow>(
  `select seq, kind, case when credit = member_id then amount else -amount end as amount, balance_after, at, ref, idem
     from ledger where site_id = $site and member_id = $member and seq < $before order by seq desc limit $limit`,
);
const debt = read<{ site: number; member: number }, { debt: number }>(
  "select debt from wallets where site_id = $site and member_id = $member",
);

export async function balanceOf(db: Queries, site: number, member: number): Promise<number> {
  return (await db.one(balance, { site, member }))?.balance ?? 0;
}

const firstPurchase = read<{ site: number; member: number; kind: number }, { ref: number | null }>(
  "select ref from ledger where site_id = $site and member_id = $member and kind = $kind order by seq limit 1",
);

/** The order of the member's first purchase: the one that brought premium. Null before it. */
export const findFirstPurchase = async (db: Queries, site: number, member: number): Promise<number | null> =>
  (await db.one(firstPurchase, { site, member, kind: KINDS.purchase }))?.ref ?? null;

/** Movements before the number `before`, the newest first; spent credits are negative. */
export const listMovements = (
  db: Queries,
  who: { site: number; member: number },
  before: number,
  limit: number,
): Promise<MovementRow[]> => db.all(movements, { ...who, before, limit });

/** Credits that the member owes after a chargeback; 0 for most. */
export async function debtOf(db: Queries, who: { site: number; member: number }): Promise<number> {
  return (await db.one(debt, who))?.debt ?? 0;
}

const exported = read<{ site: number; member: number }, { wallets: unknown[]; ledger: unknown[] }>(
  `select array(select to_jsonb(w) - 'site_id' from wallets w where site_id = $site and member_id = $member) as wallets,
          array(select to_jsonb(l) - 'site_id' from ledger l where site_id = $site and member_id = $member order by seq) as ledger`,
);

/** For the export. Erasing a member leaves both: they are the site's books and contain no personal data. */
export const exportCredits = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, { site, member }))!;

const PROOFS = {
  "every wallet is the sum of its movements": read<NoParams, { bad: number }>(
    `select count(*)::int as bad from wallets w
       left join (select site_id, member_id, sum(case when credit = member_id then amount else -amount end) as total
                    from ledger group by 1, 2) l using (site_id, member_id)
      where w.balance <> coalesce(l.total, 0)`,
  ),
  "wallets and house accounts sum to zero": read<NoParams, { bad: number }>(
    `select (select coalesce(sum(balance), 0) from wallets)::bigint
          + (select coalesce(sum(case when credit < 0 then amount else 0 end) - sum(case when debit < 0 then amount else 0 end), 0)
               from ledger)::bigint as bad`,
  ),
  "every chain is gapless and adds up": read<NoParams, { bad: number }>(
    `select count(*)::int as bad from (
       select seq, balance_after, case when credit = member_id then amount else -amount end as change,
              lag(balance_after, 1, 0::bigint) over chain as before, lag(seq, 1, 0::bigint) over chain as last
         from ledger window chain as (partition by site_id, member_id order by seq)) steps
      where balance_after <> before + change or seq <> last + 1`,
  ),
  "every wallet stands at the end of its chain": read<NoParams, { bad: number }>(
    `select count(*)::int as bad from wallets w
      where w.seq <> coalesce((select max(seq) from ledger l where l.site_id = w.site_id and l.member_id = w.member_id), 0)`,
  ),
  "every debt is what was lent and not settled": read<NoParams, { bad: number }>(
    `select count(*)::int as bad from wallets w
       left join (select site_id, member_id, sum(case when debit = ${HOUSE.debt} then amount else -amount end) as owed
                    from ledger where kind = ${KINDS.debt} group by 1, 2) l using (site_id, member_id)
      where w.debt <> coalesce(l.owed, 0)`,
  ),
};

const wrongWallets = read<
  { limit: number },
  {
    site_id: number;
    member_id: number;
    balance: number;
    moved: number;
    debt: number;
    owed: number;
    seq: number;
    last: number;
  }
>(
  `select w.site_id, w.member_id, w.balance, coalesce(l.moved, 0)::bigint as moved, w.debt, coalesce(l.owed, 0)::bigint as owed,
          w.seq, coalesce(l.last, 0)::bigint as last
     from wallets w
     left join (select site_id, member_id, max(seq) as last,
                       sum(case when credit = member_id then amount else -amount end) as moved,
                       sum(case when kind <> ${KINDS.debt} then 0 when debit = ${HOUSE.debt} then amount else -amount end) as owed
                  from ledger group by 1, 2) l using (site_id, member_id)
    where w.balance <> coalesce(l.moved, 0) or w.debt <> coalesce(l.owed, 0) or w.seq <> coalesce(l.last, 0)
    order by 1, 2 limit $limit`,
);

/** Wallets that differ from their movements: balance and sum, debt and what is owed, the end of the chain. */
export const listWrongWallets = (db: Queries, limit: number) => db.all(wrongWallets, { limit });

/** Each proof with the number of rows that break it: 0 everywhere, at any moment. */
export async function proveLedger(db: Queries): Promise<Record<string, number>> {
  const entries = await Promise.all(
    Object.entries(PROOFS).map(async ([name, proof]) => [name, (await db.one(proof))?.bad ?? 0] as const),
  );
  return Object.fromEntries(entries);
}
