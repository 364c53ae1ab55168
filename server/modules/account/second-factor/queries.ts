/** Reads of the second factor. */
import { isoTime, type Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { TotpRow } from "./tables.ts";

const totp = read<{ site: number; member: number }, TotpRow>(
  "select secret, confirmed_at from totp_secrets where site_id = $site and member_id = $member",
);
const left = read<{ site: number; member: number }, { left: number }>(
  `select count(*)::int as left from recovery_codes where site_id = $site and member_id = $member and used_at is null`,
);

export const findTotp = (db: Queries, site: number, member: number): Promise<TotpRow | null> =>
  db.one(totp, { site, member });

/** Whether a login of this member needs a code. */
export async function isFactorOn(db: Queries, site: number, member: number): Promise<boolean> {
  return Boolean((await findTotp(db, site, member))?.confirmed_at);
}

/** For the settings: when it was activated, and the number of recovery codes left. */
export async function getFactorState(db: Queries, site: number, member: number) {
  const row = await findTotp(db, site, member);
  if (!row?.confirmed_at) return { since: null, recovery_left: 0 };
  return { since: isoTime(row.confirmed_at), recovery_left: (await db.one(left, { site, member }))!.left };
}
