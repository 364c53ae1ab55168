/** Queues mails in the caller's transaction, and sends what is due: an answered request never waits for a mail server. */
import type { Locale } from "@serenade/contract/locales";
import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { getSite } from "../site/queries.ts";
import type { SiteRow } from "../site/tables.ts";
import type { MailGateway, OutgoingMail } from "./gateway.ts";
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

const insertMail = write<[number, number, number | null, string, string, MailParams[MailKind], string, string]>(
  `insert into mail_outbox (site_id, id, member_id, recipient, kind, params, locale, created_at, due_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
);
/** Claims what is due by moving its due time on: a process that dies while sending leaves the row to the next. */
const claimDue = write<[string, string, number], OutboxRow>(
  `update mail_outbox m set due_at = $2, attempts = m.attempts + 1
     from (select site_id, id from mail_outbox
            where due_at <= $1 and sent_at is null and failed_at is null
            order by due_at limit $3 for update skip locked) due
    where m.site_id = due.site_id and m.id = due.id
   returning m.site_id, m.id, m.member_id, m.recipient, m.kind, m.params, m.locale, m.attempts, m.created_at`,
);
const markSent = write<[number, number, string, string, string, string]>(
  "update mail_outbox set sent_at = $3, subject = $4, body_text = $5, body_html = $6, error = null where site_id = $1 and id = $2",
);
const markTried = write<[number, number, string, string | null, string]>(
  "update mail_outbox set due_at = $3, failed_at = $4, error = $5 where site_id = $1 and id = $2",
);

const deleteSent = write<[string]>("delete from mail_outbox where coalesce(sent_at, failed_at) < $1");
const KEPT_SECONDS = 30 * 86_400;

/** Mails hold names and addresses: a month after they were sent or given up they are gone. */
export async function sweepMails({ db, clock }: Resources): Promise<void> {
  await db.one(deleteSent, clock.in(-KEPT_SECONDS));
}

const deleteOfMember = write<[number, number]>("delete from mail_outbox where site_id = $1 and member_id = $2");
const deleteStopsOfMember = write<[number, number]>("delete from mail_stops where site_id = $1 and member_id = $2");
const deleteGoodbyes = write<[]>(
  "delete from mail_outbox where kind = 'account_erased' and (sent_at is not null or failed_at is not null)",
);

/** Everything that was ever written to a member, sent or not, and why some was not. */
export async function eraseMails(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteOfMember, site, member);
  await tx.one(deleteStopsOfMember, site, member);
}

/** The last mail to somebody names their address; it goes as soon as it is sent. */
export async function eraseGoodbyes({ db }: Resources): Promise<void> {
  await db.one(deleteGoodbyes);
}

/** One mail; its kind says which values its texts need. `member` is null where the address belongs to nobody. */
export type Mail = {
  [K in MailKind]: { member: number | null; to: string; kind: K; params: MailParams[K]; locale: Locale };
}[MailKind];

/** Writes the mail into the transaction of what it tells about; sent soon after the commit. */
export async function queueMail(app: Resources, tx: Transaction, site: number, mail: Mail): Promise<void> {
  const { member, to, kind, params, locale } = mail;
  await tx.one(insertMail, site, app.ids.next(), member, to, kind, params, locale, app.clock.iso());
  tx.afterCommit(() => app.trigger(MAIL_JOB));
}

/** Sends what is due; a mail that the server refuses for now comes again after a growing pause (rules.ts). */
export async function sendDueMails(app: Resources, gateway: MailGateway): Promise<number> {
  // Claimed one by one: a claim lasts two minutes, which one slow mail server may use up but fifty mails in a row would not.
  for (let sent = 0; sent < BATCH; sent++) {
    const row = await app.db.one(claimDue, app.clock.iso(), app.clock.in(CLAIM_SECONDS), 1);
    if (!row) return sent;
    await sendOne(app, gateway, row);
  }
  app.trigger(MAIL_JOB);
  return BATCH;
}

async function sendOne(app: Resources, gateway: MailGateway, row: OutboxRow): Promise<void> {
  // Asked now and not when the mail was queued: the member may have unsubscribed since.
  const stops = isNews(row.kind) && row.member_id ? await listStops(app.db, row.site_id, row.member_id) : [];
  if (stops.length) return giveUp(app, row, `not sent: ${stops.join(", ")}`);
  const mail = await outgoing(app, await getSite(app, row.site_id), row);
  try {
    await gateway.send(mail);
    await app.db.one(markSent, row.site_id, row.id, app.clock.iso(), mail.subject, mail.text, mail.html);
  } catch (error) {
    await learnFrom(app, row, error as Error & Rejection);
  }
}

/** The mail with all that its headers say: who sent it, where answers go, how to stop it. */
async function outgoing({ config }: Resources, site: SiteRow, row: OutboxRow): Promise<OutgoingMail> {
  const { settings } = site;
  const addressee = row.member_id && { site: row.site_id, member: row.member_id };
  const name = addressee && signedName(config.appSecret, "bounce", addressee, row.recipient);
  const stop = addressee && isNews(row.kind) ? unsubscribeUrl(config.appSecret, addressee, row.params.url) : null;
  const domain = config.bounceDomain ?? settings.support_email.split("@")[1]!;
  const takesBounces = config.bounceDomain !== null || config.inboundSmtpPort !== null;
  return {
    ...(await renderMail(row, site, stop)),
    to: row.recipient,
    from: { name: settings.mail_name, address: settings.support_email },
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

/** Not taken: an address that does not exist is remembered, a refusal for good ends it, everything else waits its turn. */
async function learnFrom(app: Resources, row: OutboxRow, error: Error & Rejection): Promise<void> {
  const waited = (app.clock.now().getTime() - Date.parse(row.created_at)) / 1000;
  const pause = isFinal(error) ? null : pauseBefore(row.attempts, row.kind, waited);
  app.log.warn({ mail: row.kind, attempts: row.attempts, final: pause === null, error: error.message }, "mail refused");
  if (isBounce(error) && row.member_id) {
    await stopMails(app, { site: row.site_id, member: row.member_id }, "bounce");
  }
  if (pause === null) return giveUp(app, row, error.message);
  await app.db.one(markTried, row.site_id, row.id, app.clock.in(pause), null, error.message.slice(0, 300));
}

async function giveUp({ db, clock }: Resources, row: OutboxRow, why: string): Promise<void> {
  await db.one(markTried, row.site_id, row.id, clock.iso(), clock.iso(), why.slice(0, 300));
}
