/** Queues mails in the caller's transaction, and sends what is due: an answered request never waits for a mail server. */
import type { Locale } from "@serenade/contract/locales";
import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { getSite } from "../site/queries.ts";
import type { MailGateway } from "./gateway.ts";
import { renderMail } from "./present.ts";
import type { OutboxRow } from "./tables.ts";

export const MAIL_JOB = "mail";

const BATCH = 50;
const CLAIM_SECONDS = 120;
const TRIES = 8;

const insertMail = write<[number, number, number, string, string, Record<string, string>, string, string]>(
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
   returning m.site_id, m.id, m.recipient, m.kind, m.params, m.locale, m.attempts`,
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

export interface Mail {
  member: number;
  to: string;
  kind: "confirm" | "receipt" | "second_factor_changed";
  /** Values for the texts, and `url`, the address behind the button. */
  params: Record<string, string>;
  locale: Locale;
}

/** Writes the mail into the transaction of what it tells about; sent soon after the commit. */
export async function queueMail(app: Resources, tx: Transaction, site: number, mail: Mail): Promise<void> {
  const { member, to, kind, params, locale } = mail;
  await tx.one(insertMail, site, app.ids.next(), member, to, kind, params, locale, app.clock.iso());
  tx.afterCommit(() => app.kick(MAIL_JOB));
}

/** Sends what is due, each mail again with growing pauses when the server refuses for now, eight times in about a day. */
export async function sendDueMails(app: Resources, gateway: MailGateway): Promise<number> {
  // Claimed one by one: a claim lasts two minutes, which one slow mail server may use up but fifty mails in a row would not.
  for (let sent = 0; sent < BATCH; sent++) {
    const row = await app.db.one(claimDue, app.clock.iso(), app.clock.in(CLAIM_SECONDS), 1);
    if (!row) return sent;
    await sendOne(app, gateway, row);
  }
  app.kick(MAIL_JOB);
  return BATCH;
}

async function sendOne(app: Resources, gateway: MailGateway, row: OutboxRow): Promise<void> {
  const site = await getSite(app.db, row.site_id);
  const mail = renderMail(row, site.settings);
  try {
    await gateway.send({
      ...mail,
      to: row.recipient,
      from: { name: site.settings.mail_name, address: site.settings.support_email },
    });
    await app.db.one(markSent, row.site_id, row.id, app.clock.iso(), mail.subject, mail.text, mail.html);
  } catch (error) {
    const { message, responseCode } = error as Error & { responseCode?: number };
    const final = row.attempts >= TRIES || (responseCode !== undefined && responseCode >= 500);
    const next = app.clock.in(60 * 3 ** row.attempts);
    await app.db.one(markTried, row.site_id, row.id, next, final ? app.clock.iso() : null, message.slice(0, 300));
    app.log.warn({ mail: row.kind, attempts: row.attempts, final, error: message }, "a mail was not taken");
  }
}
