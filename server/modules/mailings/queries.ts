/** Who receives a mailing: members with its switch on and a channel that works, in batches. */
import type { MailingKind } from "@serenade/contract/notifications";
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { STOPS_OF_ACCOUNT } from "../mail/suppressions/queries.ts";
import { FREE_COUNTRIES } from "../notifications/rules.ts";
import { isQuiet, zonesOf } from "../site/quiet-hours/rules.ts";
import type { Receiver } from "./tables.ts";

const BATCH = 1_000;

const lastOfBatch = read<{ site: number; after: number; limit: number }, { last: number | null }>(
  `select max(id) as last
     from (select id from members where site_id = $site and id > $after order by id limit $limit) batch`,
);
/** A browser without a zone of its own, and one that hides it, say UTC. */
const receivers = read<
  {
    site: number;
    kind: MailingKind;
    after: number;
    last: number;
    free: readonly string[];
    joinedBefore: string;
    announcement: number;
    paused: boolean;
    now: string;
  },
  Receiver
>(
  `select m.id, m.name, m.country, a.email, a.locale, nullif(z.time_zone, 'UTC') as time_zone, w.by_mail, w.by_push,
          m.consent_withdrawn_at is null as consenting, coalesce(p.until > $now, false) as paused, p.last_sent_at
     from members m
     join accounts a on a.site_id = m.site_id and a.member_id = m.id
     left join notification_choices n on n.site_id = m.site_id and n.member_id = m.id and n.kind = $kind
     left join mailing_pauses p on p.site_id = m.site_id and p.member_id = m.id and p.kind = $kind
     left join swipe_players z on z.site_id = m.site_id and z.member_id = m.id
    cross join lateral (
          select coalesce(n.mail, m.country = any ($free::text[])) and cardinality(${STOPS_OF_ACCOUNT}) = 0 as by_mail,
                 coalesce(n.push, m.country = any ($free::text[]))
                   and exists (select from push_subscriptions s where s.site_id = m.site_id and s.member_id = m.id) as by_push) w
    where m.site_id = $site and m.id > $after and m.id <= $last and m.seen and not m.fictional
      and m.created_at <= $joinedBefore and (w.by_mail or w.by_push)
      and ($paused or p.until is null or p.until <= $now)
      and not exists (select from announcement_deliveries x
                       where x.site_id = m.site_id and x.member_id = m.id and x.announcement_id = $announcement)
    order by m.id`,
);
const exported = read<
  { site: number; member: number },
  { mailing_pauses: unknown[]; reminded_lacks: unknown[]; announcement_deliveries: unknown[] }
>(
  `select array(select to_jsonb(p) - 'site_id' from mailing_pauses p
                 where site_id = $site and member_id = $member order by kind) as mailing_pauses,
          array(select to_jsonb(l) - 'site_id' from reminded_lacks l
                 where site_id = $site and member_id = $member order by lack) as reminded_lacks,
          array(select to_jsonb(d) - 'site_id' from announcement_deliveries d
                 where site_id = $site and member_id = $member order by announcement_id) as announcement_deliveries`,
);

interface Choice {
  /** ISO time: members since then receive nothing. */
  joinedBefore: string;
  /** Without those who were sent this announcement. */
  announcement?: number;
  /** With those who have to wait. */
  paused?: boolean;
}

/** Every receiver of a kind, by their numbers. A batch is read when the one before it is done. */
export async function* receiversOf(
  { db, clock }: Resources,
  site: number,
  kind: MailingKind,
  { joinedBefore, announcement = 0, paused = false }: Choice,
): AsyncGenerator<Receiver> {
  for (let after = 0; ; ) {
    const { last } = (await db.one(lastOfBatch, { site, after, limit: BATCH }))!;
    if (last === null) return;
    yield* await db.all(receivers, {
      site,
      kind,
      after,
      last,
      free: FREE_COUNTRIES,
      joinedBefore,
      announcement,
      paused,
      now: clock.iso(),
    });
    after = last;
  }
}

/** The zones of a receiver, in which nothing is sent at night. */
export const zonesOfReceiver = ({ country, time_zone }: Receiver): string[] => zonesOf(country, time_zone);

export const isAsleep = ({ clock }: Resources, receiver: Receiver): boolean =>
  isQuiet(clock.now(), zonesOfReceiver(receiver));

export const exportMailings = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, { site, member }))!;
