/** The books, recomputed from their first row: every night, and by `npm run ledger` (product.md 7). */
import type { Resources } from "../../../kernel/resources.ts";
import { listWrongWallets, proveLedger } from "../../credits/queries.ts";
import { listOpenCases } from "../cases/commands.ts";
import { proveOrders } from "../queries.ts";

const WALLETS_NAMED = 100;
const CASES_NAMED = 100;

export interface Audit {
  /** Each proof with the number of rows that break it. */
  proofs: Record<string, number>;
  /** What differs, wallet by wallet, in words for an operator; the first hundred. */
  differences: string[];
  /** Payments that need manual review; the first hundred. The books balance with them. */
  cases: string[];
  right: boolean;
}

export async function auditLedger({ db }: Pick<Resources, "db">): Promise<Audit> {
  const proofs = { ...(await proveLedger(db)), ...(await proveOrders(db)) };
  const differences = (await listWrongWallets(db, WALLETS_NAMED)).map(
    ({ site_id, member_id, balance, moved, debt, owed, seq, last }) =>
      `site ${site_id}, member ${member_id}: balance ${balance}, movements ${moved}; debt ${debt}, owed ${owed}; ends at ${seq}, last row ${last}`,
  );
  const cases = (await listOpenCases(db, CASES_NAMED)).map(
    ({ site_id, order_id, kind, details }) => `site ${site_id}, order ${order_id}: ${kind} ${JSON.stringify(details)}`,
  );
  return { proofs, differences, cases, right: Object.values(proofs).every((bad) => bad === 0) };
}

/** The nightly job: logs an error with the differences, and nothing while the books balance. */
export async function alarmAboutLedger(app: Pick<Resources, "db" | "log">): Promise<void> {
  const { proofs, differences, right } = await auditLedger(app);
  if (!right) app.log.error({ proofs, differences }, "the ledger is not what its rows say");
}
