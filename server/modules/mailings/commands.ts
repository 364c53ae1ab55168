/** Delivers a mailing to one member: what says that it was sent and what sends it are one transaction. */
import type { MailingKind } from "@serenade/contract/notifications";
import type { Queries, Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { type Mail, queueMail } from "../mail/commands.ts";
import type { MailParams } from "../mail/rules.ts";
import { type Notice, queuePush } from "../push/commands.ts";
import type { PushParams } from "../push/tables.ts";
import { zonesOfReceiver } from "./queries.ts";
import type { Receiver } from "./tables.ts";

/** The row is the lock: of two jobs that take the same turn one gets it. */
const takeTurn = write<
  { site: number; member: number; kind: MailingKind; until: string; sent: string | null; now: string },
  { member_id: number }
>(
  `insert into mailing_pauses (site_id, member_id, kind, until, last_sent_at) values ($site, $member, $kind, $until, $sent)
   on conflict (site_id, member_id, kind) do update
      set until = excluded.until, last_sent_at = coalesce(excluded.last_sent_at, mailing_pauses.last_sent_at)
    where mailing_pauses.until <= $now
   returning member_id`,
);
const extendPause = write<{ site: number; member: number; kind: MailingKind; until: string }>(
  `update mailing_pauses set until = greatest(until, $until)
    where site_id = $site and member_id = $member and kind = $kind`,
);
const eraseRows = write<{ site: number; member: number }>(
  `with lacks as (delete from reminded_lacks where site_id = $site and member_id = $member),
        deliveries as (delete from announcement_deliveries where site_id = $site and member_id = $member)
   delete from mailing_pauses where site_id = $site and member_id = $member`,
);

const DAY = 86_400;

export interface Turn {
  site: number;
  member: number;
  kind: MailingKind;
  /** Until the next one. */
  days: number;
  /** False for a look that found nothing to send. */
  sent: boolean;
}

/** False when the member had one so lately that the next has to wait, also when another process is sending it. */
export async function takeTurnOf({ clock }: Resources, db: Queries, turn: Turn): Promise<boolean> {
  const { site, member, kind, days, sent } = turn;
  const now = clock.iso();
  const until = clock.in(days * DAY);
  return (await db.one(takeTurn, { site, member, kind, until, sent: sent ? now : null, now })) !== null;
}

/** The days count from when the last one was sent, which may be a night after its turn was taken. */
export async function extendPauseOf({ clock, db }: Resources, turn: Omit<Turn, "sent">): Promise<void> {
  const { site, member, kind, days } = turn;
  await db.one(extendPause, { site, member, kind, until: clock.in(days * DAY) });
}

/** What a kind says by mail and by push. */
export type Mailing = {
  [K in MailingKind]: { kind: K; mail: MailParams[K]; push: PushParams[K] };
}[MailingKind];

/** Sends it by the channels that reach the member, unless `claim` says that it was sent. Never at night where they are. */
export async function deliver(
  app: Resources,
  site: number,
  receiver: Receiver,
  { kind, mail, push }: Mailing,
  claim: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  const { id: member, email: to, locale, by_mail, by_push } = receiver;
  const quietZones = zonesOfReceiver(receiver);
  return app.db.transaction(async (tx) => {
    if (!(await claim(tx))) return false;
    if (by_mail) await queueMail(app, tx, site, { member, to, kind, params: mail, locale, quietZones } as Mail);
    if (by_push)
      await queuePush(app, tx, site, { member, kind, about: { mailing: kind }, params: push, quietZones } as Notice);
    return true;
  });
}

/** Work of one run: a longer one would count as failed, and the next run goes on where this one ends. */
const LONGEST_RUN_MS = 300_000;

/** Whether a run that began then should end. */
export const isLongRun = (startedAt: number): boolean => performance.now() - startedAt > LONGEST_RUN_MS;

export async function eraseMailings(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(eraseRows, { site, member });
}
