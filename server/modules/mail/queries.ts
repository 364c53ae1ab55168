/** What /dev/outbox shows. */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import type { SentRow } from "./tables.ts";

const sent = read<[number], SentRow>(
  `select recipient, subject, body_text, body_html, created_at from mail_outbox
    where sent_at is not null order by id desc limit $1`,
);

/** The newest sent mails of all sites; outside production only. */
export const listSent = (db: Queries, limit: number): Promise<SentRow[]> => db.all(sent, limit);
