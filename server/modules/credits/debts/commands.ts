/**
 * Credits that a chargeback takes although the member has spent them (product.md 7). The missing part is lent to the wallet first,
 * so that every movement has its member, the chain adds up and no balance is negative; later purchases settle it.
 */
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { type Movement, moveCredits } from "../commands.ts";

interface Wallet {
  balance: number;
  debt: number;
}

const lockWallet = write<{ site: number; member: number }, Wallet>(
  "select balance, debt from wallets where site_id = $site and member_id = $member for update",
);
const hasMoved = write<{ site: number; member: number; idem: string }, { seq: number }>(
  "select seq from ledger where site_id = $site and member_id = $member and idem = $idem",
);
const changeDebt = write<{ site: number; member: number; change: number }>(
  "update wallets set debt = debt + $change::bigint where site_id = $site and member_id = $member",
);

/** Balance and debt of a member, locked to the end of the transaction; zeros when there is no wallet. */
export const lockBalance = async (tx: Transaction, site: number, member: number): Promise<Wallet> =>
  (await tx.one(lockWallet, { site, member })) ?? { balance: 0, debt: 0 };

/** Takes `amount` credits, whatever the balance; what it does not cover becomes debt. Repeating a key takes nothing. */
export async function takeCredits(tx: Transaction, movement: Movement): Promise<{ debt: number }> {
  const { site, member, amount, idem, ref = null, at } = movement;
  const { balance } = await lockBalance(tx, site, member);
  if (await tx.one(hasMoved, { site, member, idem })) return { debt: 0 };
  const debt = Math.max(0, amount - balance);
  if (debt > 0) {
    await moveCredits(tx, { site, member, amount: debt, kind: "debt", idem: `debt:${idem}`, ref, at });
    await tx.one(changeDebt, { site, member, change: debt });
  }
  await moveCredits(tx, { ...movement, amount: -amount });
  return { debt };
}

/** Settles the member's debt from the balance, as far as it covers it, after credits were added. Returns what was settled. */
export async function settleDebt(tx: Transaction, movement: Pick<Movement, "site" | "member" | "idem" | "ref" | "at">) {
  const { site, member, idem, ref = null, at } = movement;
  const { balance, debt } = await lockBalance(tx, site, member);
  const settled = Math.min(balance, debt);
  if (settled === 0) return 0;
  const key = `settle:${idem}`;
  const { status } = await moveCredits(tx, { site, member, amount: -settled, kind: "debt", idem: key, ref, at });
  if (status !== "moved") return 0;
  await tx.one(changeDebt, { site, member, change: -settled });
  return settled;
}
