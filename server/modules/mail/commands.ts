/**
 * Queues mails in the caller's transaction, and sends what is due: an answered request never waits for a mail server.
 */
import type { Locale } from "@serenade/contract/locales";
import type { MailingKind } from "@serenade/contract/notifications";
import type { Transaction } from "../../kernel/db/db.ts";
import { type NoParams, write } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { getSite } from "../site/queries.ts";
import { isQuiet, quietUntil } from "../site/quiet-hours/rules.ts";
import type { SiteRow } from "../site/tables.ts";
import type { Attachment, MailGateway, OutgoingMail } from "./gateway.ts";
import { renderMail } from "./present.ts";
import {
  isBounce,
  isFinal,
  isOptional,
  type MailKind,
  type MailParams,
  mailingOf,
  NAMING_OTHERS,
  pauseBefore,
  type Rejection,
} from "./rules.ts";
import { type Addressee, signedName } from "./signed-names/rules.ts";
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
  quietZones: string[] | null;
  now: string;
}>(
  `insert into mail_outbox (site_id, id, member_id, recipient, kind, params, locale, quiet_zones, created_at, due_at)
   values ($site, $id, $member, $to, $kind, $params, $locale, $quietZones, $now, $now)`,
);
/** Claims due mails by postponing their due time: if the process crashes while sending, another one retries. */
const claimDue = write<{ now: string; due: string; limit: number }, OutboxRow>(
  `update mail_outbox m set due_at = $due, attempts = m.attempts + 1
     from (select site_id, id from mail_outbox
            where due_at <= $now and sent_at is null and failed_at is null
            order by due_at limit $limit for update skip locked) due
    where m.site_id = due.site_id and m.id = due.id
   returning m.site_id, m.id, m.member_id, m.recipient, m.kind, m.params, m.locale, m.attempts, m.created_at, m.quiet_zones`,
);
const markSent = write<{ site: number; id: number; now: string; subject: string; bodyText: string; bodyHtml: string }>(
  "update mail_outbox set sent_at = $now, subject = $subject, body_text = $bodyText, body_html = $bodyHtml, error = null where site_id = $site and id = $id",
);
const markAttempt = write<{ site: number; id: number; due: string; failed: string | null; error: string }>(
  "update mail_outbox set due_at = $due, failed_at = $failed, error = $error where site_id = $site and id = $id",
);

/** Waits for the morning; the attempt does not count. */
const holdUntil = write<{ site: number; id: number; due: string }>(
  "update mail_outbox set due_at = $due, attempts = attempts - 1 where site_id = $site and id = $id",
);

const deleteSent = write<{ before: string; naming: readonly string[]; namingBefore: string }>(
  `delete from mail_outbox
    where coalesce(sent_at, failed_at) < $before
       or kind = any ($naming::text[]) and coalesce(sent_at, failed_at) < $namingBefore`,
);
const DAY = 86_400;
const RETENTION_SECONDS = 30 * DAY;
const NAMING_RETENTION_SECONDS = 7 * DAY;

/** Deletes mails a month after they were sent or abandoned, because they contain names and addresses; those of others earlier. */
export async function sweepMails({ db, clock }: Resources): Promise<void> {
  await db.one(deleteSent, {
    before: clock.in(-RETENTION_SECONDS),
    naming: NAMING_OTHERS,
    namingBefore: clock.in(-NAMING_RETENTION_SECONDS),
  });
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

/**
 * One mail; its kind determines its parameters. `member` is null for an address without an account. With `quietZones` it
 * is not sent while it is night in one of them.
 */
export type Mail = {
  [K in MailKind]: {
    member: number | null;
    to: string;
    kind: K;
    params: MailParams[K];
    locale: Locale;
    quietZones?: string[];
  };
}[MailKind];

/** Queues the mail in the caller's transaction; it is sent soon after the commit. */
export async function queueMail(app: Resources, tx: Transaction, site: number, mail: Mail): Promise<void> {
  const { member, to, kind, params, locale, quietZones = null } = mail;
  const row = { site, id: app.ids.next(), member, to, kind, params, locale, quietZones, now: app.clock.iso() };
  await tx.one(insertMail, row);
  tx.afterCommit(() => app.trigger(MAIL_JOB));
}

/** Generates attachments when the mail is sent, so that the outbox stores none. */
export type Attach = (row: OutboxRow) => Promise<Attachment[]>;

/** The values of a mailing as they are now, a while after it was queued; null where it is not wanted any more. */
export type Refresh = (row: {
  site_id: number;
  member_id: number;
  kind: MailingKind;
  params: Record<string, unknown>;
}) => Promise<Record<string, unknown> | null>;

/** What modules to the right know about a mail. */
export interface Additions {
  attach: Attach;
  refresh: Refresh;
}

/** Sends due mails; a temporary failure is retried with backoff (rules.ts). */
export async function sendDueMails(app: Resources, gateway: MailGateway, additions: Additions): Promise<number> {
  // Claimed one by one: a claim lasts two minutes, which one slow mail server may use up but fifty mails in a row would
  // not.
  for (let sent = 0; sent < BATCH; sent++) {
    const row = await app.db.one(claimDue, { now: app.clock.iso(), due: app.clock.in(CLAIM_SECONDS), limit: 1 });
    if (!row) return sent;
    await sendOne(app, gateway, additions, row);
  }
  app.trigger(MAIL_JOB);
  return BATCH;
}

async function sendOne(
  app: Resources,
  gateway: MailGateway,
  { attach, refresh }: Additions,
  row: OutboxRow,
): Promise<void> {
  const now = app.clock.now();
  if (row.quiet_zones && isQuiet(now, row.quiet_zones)) {
    const due = quietUntil(now, row.quiet_zones).toISOString();
    return void (await app.db.one(holdUntil, { site: row.site_id, id: row.id, due }));
  }
  // checked now and not when queued: the member may have unsubscribed since
  const stops = isOptional(row.kind) && row.member_id ? await listStops(app.db, row.site_id, row.member_id) : [];
  if (stops.length) return giveUp(app, row, `not sent: ${stops.join(", ")}`);
  const { member_id, kind: _, ...rest } = row;
  const kind = mailingOf(row.kind);
  const params = kind && member_id ? await refresh({ ...rest, kind, member_id }) : row.params;
  if (!params) return giveUp(app, row, "not sent: it applies no longer");
  const current = { ...row, params };
  const mail = {
    ...(await outgoing(app, await getSite(app, row.site_id), current)),
    attachments: await attach(current),
  };
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
  const stop =
    addressee && isOptional(row.kind)
      ? unsubscribeUrl(config.appSecret, { ...addressee, kind: mailingOf(row.kind) ?? undefined }, row.params.url)
      : null;
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
function unsubscribeUrl(secret: string, addressee: Addressee, url: unknown) {
  if (typeof url !== "string") return null;
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
