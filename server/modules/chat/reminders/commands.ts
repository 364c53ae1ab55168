/**
 * Tells about unread messages: by mail a while after they came, and by mail and push after a day. Each once until the member
 * has been here again (product.md 8).
 */
import { ACTIVITY_MAIL_MINUTES, UNREAD_REMINDER_HOURS } from "@serenade/contract/limits";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import { listStops } from "../../mail/suppressions/queries.ts";
import { switchesFor } from "../../notifications/queries.ts";
import { queuePush } from "../../push/commands.ts";
import { listSites, publicUrlOf } from "../../site/queries.ts";
import { listWaiting, type Waiting } from "./queries.ts";

/** No reminders for older messages: the first run on an old database must not email everyone. */
const OLDEST_SECONDS = 7 * 86_400;
const BATCH = 500;

const KINDS = {
  /** A first message has a mail of its own, and a push notification came at once. */
  new_messages: { mail: "new_messages", after: ACTIVITY_MAIL_MINUTES * 60, onlyAnswered: true, pushes: false },
  unread_message_reminders: {
    mail: "unread_messages",
    after: UNREAD_REMINDER_HOURS * 3_600,
    onlyAnswered: false,
    pushes: true,
  },
} as const;
type Kind = keyof typeof KINDS;

/** The condition sends it once, however many processes run the job. */
const markReminded = write<
  { site: number; id: number; kind: Kind; now: string; onlineAt: string },
  { member_id: number }
>(
  `insert into unread_reminders (site_id, member_id, kind, reminded_at) values ($site, $id, $kind, $now)
   on conflict (site_id, member_id, kind) do update set reminded_at = excluded.reminded_at
    where unread_reminders.reminded_at < $onlineAt returning member_id`,
);

export const mailNewMessages = (app: Resources): Promise<void> => remind(app, "new_messages");
export const remindUnread = (app: Resources): Promise<void> => remind(app, "unread_message_reminders");

async function remind(app: Resources, kind: Kind): Promise<void> {
  const { after: seconds, onlyAnswered } = KINDS[kind];
  const choice = { kind, onlyAnswered, since: app.clock.in(-OLDEST_SECONDS), until: app.clock.in(-seconds) };
  for (const site of await listSites(app)) {
    const url = `${publicUrlOf(app, site)}/chats`;
    for (let after = 0; ; ) {
      const rows = await listWaiting(app.db, site.id, choice, after, BATCH);
      for (const row of rows) await remindOne(app, site.id, kind, row, url);
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
  }
}

async function remindOne(app: Resources, site: number, kind: Kind, row: Waiting, url: string): Promise<void> {
  const { id, name, country, email, locale, unread, online_at } = row;
  const wanted = await switchesFor(app.db, { site, member: id, country }, kind);
  const byMail = wanted.mail && (await listStops(app.db, site, id)).length === 0;
  const byPush = wanted.push && KINDS[kind].pushes;
  if (!byMail && !byPush) return;
  await app.db.transaction(async (tx) => {
    if (!(await tx.one(markReminded, { site, id, kind, now: app.clock.iso(), onlineAt: online_at }))) return;
    const params = { name, count: String(unread), url: `${url}?lang=${locale}` };
    if (byMail) await queueMail(app, tx, site, { member: id, to: email, kind: KINDS[kind].mail, params, locale });
    if (byPush) {
      const notice = { kind: "unread_message_reminders", params: { count: unread, path: "/chats" } } as const;
      await queuePush(app, tx, site, { member: id, about: { unread: true }, ...notice });
    }
  });
}
