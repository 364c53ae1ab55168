/** Questions to customer service (§2 service; product.md 10). Staff answer them by email. */
import { createHash } from "node:crypto";
import type { Locale } from "@serenade/contract/locales";
import type { TicketForm } from "@serenade/contract/tickets";
import type { Transaction } from "../../kernel/db/db.ts";
import { read, write } from "../../kernel/db/statement.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { queueMail } from "../mail/commands.ts";
import { caseNumber } from "../moderation/rules.ts";

const insertTicket = write<
  {
    site: number;
    id: number;
    member: number | null;
    email: string;
    topic: string;
    message: string;
    locale: Locale;
    digest: Buffer;
    now: string;
  },
  { id: number }
>(
  `insert into tickets (site_id, id, member_id, email, topic, message, locale, digest, created_at)
   values ($site, $id, $member, $email, $topic, $message, $locale, $digest, $now)
   on conflict (site_id, digest) do nothing returning id`,
);
const byDigest = read<{ site: number; digest: Buffer }, { id: number }>(
  "select id from tickets where site_id = $site and digest = $digest",
);
const deleteOfMember = write<{ site: number; member: number }>(
  "delete from tickets where site_id = $site and member_id = $member",
);
/** As the privacy page says. */
const RETENTION_SECONDS = 730 * 86_400;
const deleteOld = write<{ before: string }>("delete from tickets where created_at < $before");

export interface Ticket {
  site: number;
  /** Null without an account. */
  member: number | null;
  locale: Locale;
  form: TicketForm;
}

/** Opens a case and confirms its receipt by email; returns its number. The same message again returns the same number. */
export async function openTicket(app: Resources, { site, member, locale, form }: Ticket): Promise<string> {
  const { email, topic, message } = form;
  const digest = createHash("sha256")
    .update(JSON.stringify([email.toLowerCase(), topic, message]))
    .digest();
  return app.db.transaction(async (tx) => {
    const now = app.clock.iso();
    const made = await tx.one(insertTicket, {
      site,
      id: app.ids.next(),
      member,
      email,
      topic,
      message,
      locale,
      digest,
      now,
    });
    if (!made) return caseNumber(orNotFound(await tx.one(byDigest, { site, digest })).id);
    const number = caseNumber(made.id);
    await queueMail(app, tx, site, { member, to: email, kind: "ticket_received", params: { number }, locale });
    return number;
  });
}

export async function sweepTickets({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOld, { before: clock.in(-RETENTION_SECONDS) });
}

export async function eraseTickets(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteOfMember, { site, member });
}
