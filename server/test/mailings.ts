/** Moments of a day some days from now, the switches of a kind, and the mails of it that a member got. */
import { type MailingKind, NotificationsApi, type Switches, UnsubscribeApi } from "@serenade/contract/notifications";
import type { TestApp } from "./app.ts";
import type { Person } from "./cast.ts";
import { stopClock } from "./clock.ts";

const DAY_MS = 86_400_000;

/** Product time, moved by hand: `at(3, "10:00")` is ten o'clock UTC three days after this was made. */
export function handsOf(test: TestApp) {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return (days: number, time: string): void =>
    stopClock(test, `${new Date(midnight + days * DAY_MS).toISOString().slice(0, 11)}${time.padEnd(8, ":00")}Z`);
}

export const BY_MAIL: Switches = { mail: true, push: false };

export const switchKind = (who: Person, kind: MailingKind, switches: Switches = BY_MAIL) =>
  who.call(NotificationsApi.change, { body: { kinds: { [kind]: switches } } });

export interface Sent {
  subject: string;
  body_text: string;
  body_html: string;
}

/** The mails of a kind that a member was sent so far, after the mail job has run. */
export async function mailsOf({ app }: TestApp, who: Person, kind: MailingKind): Promise<Sent[]> {
  await app.jobs.run("mail");
  const { rows } = await app.db.raw(
    "select subject, body_text, body_html from mail_outbox where member_id = $1 and kind = $2 and sent_at is not null order by id",
    [who.number, kind],
  );
  return rows as Sent[];
}

/** How many mails of a kind were queued for a member, sent or not. */
export async function countQueued({ app }: TestApp, who: Person, kind: MailingKind): Promise<number> {
  const { rows } = await app.db.raw("select 1 from mail_outbox where member_id = $1 and kind = $2", [who.number, kind]);
  return rows.length;
}

/** The one click of a mail program on the unsubscribe address of a mail. */
export async function clickUnsubscribe(test: TestApp, { body_html }: Sent): Promise<number> {
  const [, token] = /unsubscribe\.php\?token=([^"]+)"/.exec(body_html)!;
  return (await test.client().call(UnsubscribeApi.act, { query: { token: token! } })).status;
}
