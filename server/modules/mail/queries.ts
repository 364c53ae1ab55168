/** What /dev/outbox shows. */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import type { SentRow } from "./tables.ts";

const sent = read<[number], SentRow>(
  `select recipient, subject, body_text, body_html, created_at from mail_outbox
    where sent_at is not null order by id desc limit $1`,
);

const toAddress = read<[number, string, string[], string], { n: number }>(
  `select count(*)::int as n from mail_outbox
    where site_id = $1 and lower(recipient) = $2 and kind = any ($3::text[]) and created_at > $4`,
);
const stopsOf = read<[number, number], { row: unknown }>(
  "select to_jsonb(s) - array['site_id', 'email_key'] as row from mail_stops s where site_id = $1 and member_id = $2",
);
const ofMember = read<[number, number], { row: unknown }>(
  `select to_jsonb(m) - array['site_id', 'body_text', 'body_html', 'due_at', 'attempts', 'error']
          || jsonb_build_object('params', params - 'url') as row
     from mail_outbox m where site_id = $1 and member_id = $2 order by id`,
);

/** How many mails of these kinds an address (as its key) was sent since. */
export async function countMailsTo(db: Queries, site: number, key: string, kinds: string[], since: string) {
  return (await db.one(toAddress, site, key, kinds, since))!.n;
}

/** For the export: what was written to a member and is still kept, without the links: who only has a session gets no reset by it. */
export async function exportMails(db: Queries, site: number, member: number) {
  return {
    mail_outbox: (await db.all(ofMember, site, member)).map(({ row }) => row),
    mail_stops: (await db.all(stopsOf, site, member)).map(({ row }) => row),
  };
}

/** The newest sent mails of all sites; outside production only. */
export const listSent = (db: Queries, limit: number): Promise<SentRow[]> => db.all(sent, limit);
