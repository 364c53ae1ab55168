/**
 * Queues mails in the caller's transaction, and sends what is due: an answered request never waits for a mail server.
 */
import type { Locale } from "@serenade/contract/locales";
import type { Transaction } from "../../kernel/db/db.ts";
import { type NoParams, write } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { getSite } from "../site/queries.ts";
import type { SiteRow } from "../site/tables.ts";
import type { Attachment, MailGateway, OutgoingMail } from "./gateway.ts";
import { renderMail } from "./present.ts";
import {
  isBounce,
  isFinal,
  isNews,
  type MailKind,
  type MailParams,
  pauseBefore,
  type Rejection,
  signedName,
} from "./rules.ts";
import { stopMails } from "./suppressions/commands.ts";
import { listStops } from "./suppressions/queries.ts";
import type { OutboxRow } from "./tables.ts";

export const MAIL_JOB = "mail";

const BATCH = 50;
const CLAIM_SECONDS = 120;

const insertMail = write<{
  site: number;
  id: number;
  member: number | null;
  to: string;
  kind: string;
  params: MailParams[MailKind];
  locale: string;
  now: string;
}>(
  `insert into mail_outbox (site_id, id, member_id, recipient, kind, params, locale, created_at, due_at)
   values ($site, $id, $member, $to, $kind, $params, $locale, $now, $now)`,
);
/** Claims due mails by postponing their due time: if the process crashes while sending, another one retries. */
const claimDue = write<{ now: string; due: string; limit: number }, OutboxRow>(
  `update mail_outbox m set due_at = $due, attempts = m.attempts + 1
     from (select site_id, id from mail_outbox
            where due_at <= $now and sent_at is null and failed_at is null
            order by due_at limit $limit for update skip locked) due
    where m.site_id = due.site_id and m.id = due.id
   returning m.site_id, m.id, m.member_id, m.recipient, m.kind, m.params, m.locale, m.attempts, m.created_at`,
);
const markSent = write<{ site: number; id: number; now: string; subject: string; bodyText: string; bodyHtml: string }>(
  "update mail_outbox set sent_at = $now, subject = $subject, body_text = $bodyText, body_html = $bodyHtml, error = null where site_id = $site and id = $id",
);
const markAttempt = write<{ site: number; id: number; due: string; failed: string | null; error: string }>(
  "update mail_outbox set due_at = $due, failed_at = $failed, error = $error where site_id = $site and id = $id",
);

const deleteSent = write<{ before: string }>("delete from mail_outbox where coalesce(sent_at, failed_at) < $before");
const RETENTION_SECONDS = 30 * 86_400;

/** Deletes mails a month after they were sent or abandoned, because they contain names and addresses. */
export async function sweepMails({ db, clock }: Resources): Promise<void> {
  await db.one(deleteSent, { before: clock.in(-RETENTION_SECONDS) });
}

const deleteOfMember = write<{ site: number; member: number }>(
  "delete from mail_outbox where site_id = $site and member_id = $member",
);
const deleteStopsOfMember = write<{ site: number; member: number }>(
  "delete from mail_stops where site_id = $site and member_id = $member",
);
const deleteFarewellMails = write<NoParams>(
  "delete from mail_outbox where kind = 'account_erased' and (sent_at is not null or failed_at is not null)",
);

/** Deletes every mail to a member, and their suppressions. */
export async function eraseMails(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteOfMember, { site, member });
  await tx.one(deleteStopsOfMember, { site, member });
}

/** Deletes the last mail to an erased member once it is sent, because it contains their address. */
export async function eraseFarewellMails({ db }: Resources): Promise<void> {
  await db.one(deleteFarewellMails);
}

/** One mail; its kind determines its parameters. `member` is null for an address without an account. */
export type Mail = {
  [K in MailKind]: { member: number | null; to: string; kind: K; params: MailParams[K]; locale: Locale };
}[MailKind];

/** Queues the mail in the caller's transaction; it is sent soon after the commit. */
export async function queueMail(app: Resources, tx: Transaction, site: number, mail: Mail): Promise<void> {
  const { member, to, kind, params, locale } = mail;
  await tx.one(insertMail, { site, id: app.ids.next(), member, to, kind, params, locale, now: app.clock.iso() });
  tx.afterCommit(() => app.trigger(MAIL_JOB));
}

/** Generates attachments when the mail is sent, so that the outbox stores none. */
export type Attach = (row: OutboxRow) => Promise<Attachment[]>;

/** Sends due mails; a temporary failure is retried with backoff (rules.ts). */
export async function sendDueMails(app: Resources, gateway: MailGateway, attach: Attach): Promise<number> {
  // Claimed one by one: a claim lasts two minutes, which one slow mail server may use up but fifty mails in a row would
  // not.
  for (let sent = 0; sent < BATCH; sent++) {
    const row = await app.db.one(claimDue, { now: app.clock.iso(), due: app.clock.in(CLAIM_SECONDS), limit: 1 });
    if (!row) return sent;
    await sendOne(app, gateway, attach, row);
  }
  app.trigger(MAIL_JOB);
  return BATCH;
}

async function sendOne(app: Resources, gateway: MailGateway, attach: Attach, row: OutboxRow): Promise<void> {
  // checked now and not when queued: the member may have unsubscribed since
  const stops = isNews(row.kind) && row.member_id ? await listStops(app.db, row.site_id, row.member_id) : [];
  if (stops.length) return giveUp(app, row, `not sent: ${stops.join(", ")}`);
  const mail = { ...(await outgoing(app, await getSite(app, row.site_id), row)), attachments: await attach(row) };
  try {
    await gateway.send(mail);
    await app.db.one(markSent, {
      site: row.site_id,
      id: row.id,
      now: app.clock.iso(),
      subject: mail.subject,
      bodyText: mail.text,
      bodyHtml: mail.html,
    });
  } catch (error) {
    await handleRejection(app, row, error as Error & Rejection);
  }
}

/** The mail with all that its headers say: who sent it, where answers go, how to stop it. */
async function outgoing(
  { config }: Resources,
  site: SiteRow,
  row: OutboxRow,
): Promise<Omit<OutgoingMail, "attachments">> {
  const { settings, mail } = site;
  const addressee = row.member_id && { site: row.site_id, member: row.member_id };
  const name = addressee && signedName(config.appSecret, "bounce", addressee, row.recipient);
  const stop = addressee && isNews(row.kind) ? unsubscribeUrl(config.appSecret, addressee, row.params.url) : null;
  const domain = mail.bounce_domain ?? config.bounceDomain ?? settings.support_email.split("@")[1]!;
  const takesBounces =
    mail.bounce_domain !== undefined || config.bounceDomain !== null || config.inboundSmtpPort !== null;
  return {
    ...(await renderMail(row, site, stop)),
    to: row.recipient,
    from: { name: settings.mail_name, address: settings.support_email },
    ...(mail.dkim && { dkim: mail.dkim }),
    returnPath: name && takesBounces ? `bounce+${name}@${domain}` : settings.support_email,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(name && { "X-User": name }),
      ...(stop && { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
  };
}

/** On the site that the mail's button leads to. */
function unsubscribeUrl(secret: string, addressee: { site: number; member: number }, url: string | undefined) {
  if (!url) return null;
  return `${new URL(url).origin}/api/unsubscribe.php?token=${signedName(secret, "unsubscribe", addressee)}`;
}

/** Rejected: an unknown address is suppressed, a permanent failure ends it, everything else is retried. */
async function handleRejection(app: Resources, row: OutboxRow, error: Error & Rejection): Promise<void> {
  const waited = (app.clock.now().getTime() - Date.parse(row.created_at)) / 1000;
  const pause = isFinal(error) ? null : pauseBefore(row.attempts, row.kind, waited);
  app.log.warn({ mail: row.kind, attempts: row.attempts, final: pause === null, error: error.message }, "mail refused");
  if (isBounce(error) && row.member_id) {
    await stopMails(app, { site: row.site_id, member: row.member_id }, "bounce");
  }
  if (pause === null) return giveUp(app, row, error.message);
  await app.db.one(markAttempt, {
    site: row.site_id,
    id: row.id,
    due: app.clock.in(pause),
    failed: null,
    error: error.message.slice(0, 300),
  });
}

async function giveUp({ db, clock }: Resources, row: OutboxRow, why: string): Promise<void> {
  await db.one(markAttempt, {
    site: row.site_id,
    id: row.id,
    due: clock.iso(),
    failed: clock.iso(),
    error: why.slice(0, 300),
  });
}
