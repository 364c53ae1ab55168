/** What /dev/outbox shows. */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import type { SentRow } from "./tables.ts";

const sent = read<{ limit: number }, SentRow>(
  `select recipient, subject, body_text, body_html, created_at from mail_outbox
    where sent_at is not null order by id desc limit $limit`,
);

const toAddress = read<{ site: number; key: string; kinds: string[]; since: string }, { n: number }>(
  `select count(*)::int as n from mail_outbox
    where site_id = $site and lower(recipient) = $key and kind = any ($kinds::text[]) and created_at > $since`,
);
const ofMember = read<{ site: number; member: number }, { row: unknown }>(
  `select to_jsonb(m) - array['site_id', 'body_text', 'body_html', 'due_at', 'attempts', 'error']
          || jsonb_build_object('params', params - 'url') as row
     from mail_outbox m where site_id = $site and member_id = $member order by id`,
);

const stopsOfMember = read<{ site: number; member: number }, { row: unknown }>(
  `select to_jsonb(s) - array['site_id', 'email_key'] as row from mail_stops s where site_id = $site and member_id = $member order by since`,
);

/** How many mails of these kinds an address (as its key) was sent since. */
export async function countMailsTo(db: Queries, site: number, key: string, kinds: string[], since: string) {
  return (await db.one(toAddress, { site, key, kinds, since }))!.n;
}

/** For the export: stored mails to a member, without their links, so that a session cannot obtain a reset link. */
export async function exportMails(db: Queries, site: number, member: number) {
  const rowsOf = async (statement: typeof ofMember) =>
    (await db.all(statement, { site, member })).map(({ row }) => row);
  return { mail_outbox: await rowsOf(ofMember), mail_stops: await rowsOf(stopsOfMember) };
}

/** The newest sent mails of all sites; outside production only. */
export const listSent = (db: Queries, limit: number): Promise<SentRow[]> => db.all(sent, { limit });
