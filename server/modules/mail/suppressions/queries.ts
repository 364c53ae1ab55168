/** Which mails a member does not get. */

import type { MailStop } from "@serenade/contract/notifications";
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";

/** SQL: the active suppressions of the account `a`, in alphabetical order. */
export const STOPS_OF_ACCOUNT = `array(select x.reason from mail_stops x
  where x.site_id = a.site_id and x.member_id = a.member_id and (x.reason = 'listunsubscribe' or x.email_key = a.email_key)
  order by x.reason)`;

const stops = read<{ site: number; member: number }, { reasons: MailStop[] }>(
  `select ${STOPS_OF_ACCOUNT} as reasons from accounts a where a.site_id = $site and a.member_id = $member`,
);
const address = read<{ site: number; member: number }, { email_key: string }>(
  "select email_key from accounts where site_id = $site and member_id = $member",
);

export const listStops = async (db: Queries, site: number, member: number): Promise<MailStop[]> =>
  (await db.one(stops, { site, member }))?.reasons ?? [];

/** The address that a member has now, as it is compared; null when there is no such account. */
export const findAddress = async (db: Queries, site: number, member: number): Promise<string | null> =>
  (await db.one(address, { site, member }))?.email_key ?? null;
