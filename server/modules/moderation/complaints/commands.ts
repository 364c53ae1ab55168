/** Complaints about content, people and decisions, also without an account (§2 complaints; product.md 10). */
import { createHash } from "node:crypto";
import type { Locale } from "@serenade/contract/locales";
import type { ComplaintForm } from "@serenade/contract/moderation";
import type { Transaction } from "../../../kernel/db/db.ts";
import { read, write } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import { caseNumber } from "../rules.ts";

const insertComplaint = write<
  {
    site: number;
    id: number;
    member: number | null;
    name: string;
    email: string;
    kind: string;
    subject: string;
    message: string;
    locale: Locale;
    digest: Buffer;
    now: string;
  },
  { id: number }
>(
  `insert into complaints (site_id, id, member_id, name, email, kind, subject, message, locale, digest, created_at)
   values ($site, $id, $member, $name, $email, $kind, $subject, $message, $locale, $digest, $now)
   on conflict (site_id, digest) do nothing returning id`,
);
const byDigest = read<{ site: number; digest: Buffer }, { id: number }>(
  "select id from complaints where site_id = $site and digest = $digest",
);
const anonymize = write<{ site: number; member: number }>(
  "update complaints set member_id = null, name = '', email = '' where site_id = $site and member_id = $member",
);
/** As the privacy page says. */
const RETENTION_SECONDS = 730 * 86_400;
const deleteOld = write<{ before: string }>("delete from complaints where created_at < $before");

export interface Complaint {
  site: number;
  /** Null without an account. */
  member: number | null;
  locale: Locale;
  form: ComplaintForm;
}

/** Opens a case and confirms its receipt by email; returns its number. The same form again returns the same number. */
export async function fileComplaint(app: Resources, { site, member, locale, form }: Complaint): Promise<string> {
  const { name = "", email, kind, subject, message } = form;
  const digest = digestOf([email.toLowerCase(), kind, subject, message]);
  return app.db.transaction(async (tx) => {
    const now = app.clock.iso();
    const fields = { name, email, kind, subject, message, locale, digest, now };
    const made = await tx.one(insertComplaint, { site, id: app.ids.next(), member, ...fields });
    if (!made) return caseNumber(orNotFound(await tx.one(byDigest, { site, digest })).id);
    const number = caseNumber(made.id);
    await queueMail(app, tx, site, { member, to: email, kind: "complaint_received", params: { number }, locale });
    return number;
  });
}

const digestOf = (parts: string[]): Buffer => createHash("sha256").update(JSON.stringify(parts)).digest();

export async function sweepComplaints({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOld, { before: clock.in(-RETENTION_SECONDS) });
}

/** What was complained about stays for the case, without its author. */
export async function eraseComplaints(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(anonymize, { site, member });
}
