/** Stops and resumes the mails that a member could do without (§4 E-mail notifications). */

import type { MailStop } from "@serenade/contract/notifications";
import type { Queries } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { type Addressee, addresseeOf, isSignedName } from "../signed-names/rules.ts";

const insertStop = write<{ site: number; member: number; reason: MailStop; now: string }>(
  `insert into mail_stops (site_id, member_id, reason, email_key, since)
   select site_id, member_id, $reason, email_key, $now from accounts where site_id = $site and member_id = $member
   on conflict (site_id, member_id, reason) do update set email_key = excluded.email_key, since = excluded.since`,
);
const deleteStop = write<{ site: number; member: number; reason: MailStop }>(
  "delete from mail_stops where site_id = $site and member_id = $member and reason = $reason",
);

/** From now on only mails about the account itself go to this member. Twice is once. */
export async function stopMails(app: Resources, { site, member }: Addressee, reason: MailStop): Promise<void> {
  await app.db.one(insertStop, { site, member, reason, now: app.clock.iso() });
}

export async function resumeMails(db: Queries, { site, member }: Addressee, reason: MailStop): Promise<void> {
  await db.one(deleteStop, { site, member, reason });
}

/** The member and the kind that an unsubscribe link is about (RFC 8058): the signed name is the only authentication. */
export function readUnsubscribe({ config }: Resources, site: number, token: string): Addressee {
  const addressee = addresseeOf(token);
  if (addressee?.site !== site || !isSignedName(config.appSecret, "unsubscribe", token)) throw new Refusal("not_found");
  return addressee;
}
