/** Balances, movements, and the four proofs of the ledger (product.md 7). */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { KINDS, type MovementRow } from "./tables.ts";

const balance = read<[number, number], { balance: number }>(
  "select balance from wallets where site_id = $1 and member_id = $2",
);
const movements = read<[number, number, number], MovementRow>(
  `select kind, case when credit = member_id then amount else -amount end as amount, balance_after, at
     from ledger where site_id = $1 and member_id = $2 order by seq desc limit $3`,
);

export async function balanceOf(db: Queries, site: number, member: number): Promise<number> {
  return (await db.one(balance, site, member))?.balance ?? 0;
}

const firstPurchase = read<[number, number, number], { ref: number | null }>(
  "select ref from ledger where site_id = $1 and member_id = $2 and kind = $3 order by seq limit 1",
);

/** The order of the member's first purchase: the one that brought premium. Null before it. */
export const findFirstPurchase = async (db: Queries, site: number, member: number): Promise<number | null> =>
  (await db.one(firstPurchase, site, member, KINDS.purchase))?.ref ?? null;

/** The newest movements first; spent credits are negative. */
export const listMovements = (db: Queries, site: number, member: number, limit: number): Promise<MovementRow[]> =>
  db.all(movements, site, member, limit);

const exported = read<[number, number], { wallets: unknown[]; ledger: unknown[] }>(
  `select array(select to_jsonb(w) - 'site_id' from wallets w where site_id = $1 and member_id = $2) as wallets,
          array(select to_jsonb(l) - 'site_id' from ledger l where site_id = $1 and member_id = $2 order by seq) as ledger`,
);

/** For the export. Erasing leaves both: they are the site's books, and name nobody once the member is gone. */
export const exportCredits = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, site, member))!;

const PROOFS = {
  "every wallet is the sum of its movements": read<[], { bad: number }>(
    `select count(*)::int as bad from wallets w
       left join (select site_id, member_id, sum(case when credit = member_id then amount else -amount end) as total
                    from ledger group by 1, 2) l using (site_id, member_id)
      where w.balance <> coalesce(l.total, 0)`,
  ),
  "wallets and house accounts sum to zero": read<[], { bad: number }>(
    `select (select coalesce(sum(balance), 0) from wallets)::bigint
          + (select coalesce(sum(case when credit < 0 then amount else 0 end) - sum(case when debit < 0 then amount else 0 end), 0)
               from ledger)::bigint as bad`,
  ),
  "every chain is gapless and adds up": read<[], { bad: number }>(
    `select count(*)::int as bad from (
       select seq, balance_after, case when credit = member_id then amount else -amount end as change,
              lag(balance_after, 1, 0::bigint) over chain as before, lag(seq, 1, 0::bigint) over chain as last
         from ledger window chain as (partition by site_id, member_id order by seq)) steps
      where balance_after <> before + change or seq <> last + 1`,
  ),
  "every wallet stands at the end of its chain": read<[], { bad: number }>(
    `select count(*)::int as bad from wallets w
      where w.seq <> coalesce((select max(seq) from ledger l where l.site_id = w.site_id and l.member_id = w.member_id), 0)`,
  ),
};

/** Each proof with the number of rows that break it: 0 everywhere, at any moment. */
export async function proveLedger(db: Queries): Promise<Record<string, number>> {
  const entries = await Promise.all(
    Object.entries(PROOFS).map(async ([name, proof]) => [name, (await db.one(proof))?.bad ?? 0] as const),
  );
  return Object.fromEntries(entries);
}
