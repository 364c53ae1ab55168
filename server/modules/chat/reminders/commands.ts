/** Reminds of unread messages by mail: once until the member has been here again (product.md 8). */
import { UNREAD_REMINDER_HOURS } from "@serenade/contract/limits";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import { listStops } from "../../mail/suppressions/queries.ts";
import { wantsMail } from "../../notifications/queries.ts";
import { listSites, publicUrlOf } from "../../site/queries.ts";
import { listWaiting, type Waiting } from "./queries.ts";

const HOUR = 3_600;
/** No reminders for older messages: the first run on an old database must not email everyone. */
const OLDEST_HOURS = 7 * 24;
const BATCH = 500;

/** The condition sends it once, however many processes run the job. */
const markReminded = write<{ site: number; id: number; now: string; onlineAt: string }, { member_id: number }>(
  `insert into unread_reminders (site_id, member_id, reminded_at) values ($site, $id, $now)
   on conflict (site_id, member_id) do update set reminded_at = excluded.reminded_at
    where unread_reminders.reminded_at < $onlineAt returning member_id`,
);

export async function remindUnread(app: Resources): Promise<void> {
  const between = {
    since: app.clock.in(-OLDEST_HOURS * HOUR),
    until: app.clock.in(-UNREAD_REMINDER_HOURS * HOUR),
  };
  for (const row of await listSites(app)) {
    const site = row.id;
    const url = `${publicUrlOf(app, row)}/chats`;
    for (let after = 0; ; ) {
      const rows = await listWaiting(app.db, site, between, after, BATCH);
      for (const row of rows) await remindOne(app, site, row, url);
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
  }
}

async function remindOne(app: Resources, site: number, row: Waiting, url: string): Promise<void> {
  const { id, name, country, email, locale, unread, online_at } = row;
  if (!(await wantsMail(app.db, { site, member: id, country }, "unread_message_reminders"))) return;
  if ((await listStops(app.db, site, id)).length) return;
  await app.db.transaction(async (tx) => {
    if (!(await tx.one(markReminded, { site, id, now: app.clock.iso(), onlineAt: online_at }))) return;
    const params = { name, count: String(unread), url: `${url}?lang=${locale}` };
    await queueMail(app, tx, site, { member: id, to: email, kind: "unread_messages", params, locale });
  });
}
