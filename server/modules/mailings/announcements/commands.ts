/** Staff announce a discount code or a page; a job sends it to the members who want that kind (product.md 8). */
import { ANNOUNCEMENT_DAYS, PROMOTION_DAYS } from "@serenade/contract/limits";
import { isoTime, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { findPublicCode } from "../../discounts/campaigns/queries.ts";
import { findOwnPage } from "../../pages/queries.ts";
import { languagesOf } from "../../pages/rules.ts";
import { getSite, listSites } from "../../site/queries.ts";
import type { SiteRow } from "../../site/tables.ts";
import { deliver, isLongRun, takeTurnOf } from "../commands.ts";
import { isAsleep, receiversOf } from "../queries.ts";
import type { AnnouncementRow, Receiver } from "../tables.ts";
import { findAnnounced, isOpen, listOpenAnnouncements, type Subject } from "./queries.ts";

export const ANNOUNCEMENT_JOB = "announcements";
const DAY = 86_400;

/** Once while it is open and within a week, however often and by however many it is called. */
const insertAnnouncement = write<
  { site: number; kind: string; subject: string; id: number; now: string; until: string; before: string },
  { id: number }
>(
  `insert into announcements (site_id, kind, subject, id, announced_at, until) values ($site, $kind, $subject, $id, $now, $until)
   on conflict (site_id, kind, subject) do update
      set id = excluded.id, announced_at = excluded.announced_at, until = excluded.until, sent = 0
    where announcements.until <= $now and announcements.announced_at <= $before
   returning id`,
);
const insertDelivery = write<{ site: number; announcement: number; member: number }, { member_id: number }>(
  `insert into announcement_deliveries (site_id, announcement_id, member_id) values ($site, $announcement, $member)
   on conflict do nothing returning member_id`,
);
const deleteDeliveries = write<{ now: string }>(
  `with over as (
     delete from announcement_deliveries d
      where not exists (select from announcements a
                         where a.site_id = d.site_id and a.id = d.announcement_id and a.until > $now)
     returning site_id, announcement_id)
   update announcements a set sent = a.sent + o.n
     from (select site_id, announcement_id, count(*)::int as n from over group by site_id, announcement_id) o
    where a.site_id = o.site_id and a.id = o.announcement_id`,
);

/** The subject as it is stored, and until when it may be announced; refuses what no member could use or read. */
export async function checkSubject(
  app: Resources,
  site: SiteRow,
  { kind, subject }: Subject,
): Promise<Subject & { until: string }> {
  const until = app.clock.in(ANNOUNCEMENT_DAYS * DAY);
  if (kind === "news") {
    orNotFound(await findOwnPage(app, site.id, subject, languagesOf(site.settings.domain_language, site)));
    return { kind, subject, until };
  }
  const found = await findPublicCode(app.db, site.id, subject, app.clock.iso());
  if (!found) throw new Refusal("code_not_found");
  const ends = isoTime(found.ends_at);
  return { kind, subject: found.code, until: ends < until ? ends : until };
}

/** Begins to send it; false when it was announced within the week or is still being sent. */
export async function announce(app: Resources, site: number, asked: Subject): Promise<boolean> {
  const { kind, subject, until } = await checkSubject(app, await getSite(app, site), asked);
  const row = { site, kind, subject, id: app.ids.next(), now: app.clock.iso(), until };
  const made = await app.db.one(insertAnnouncement, { ...row, before: app.clock.in(-PROMOTION_DAYS * DAY) });
  if (made) app.trigger(ANNOUNCEMENT_JOB);
  return made !== null;
}

/** Sends what is announced to those who were not sent it: the next run looks again at members who are asleep now. */
export async function sendAnnouncements(app: Resources): Promise<void> {
  const startedAt = performance.now();
  for (const site of await listSites(app)) {
    for (const row of await listOpenAnnouncements(app.db, site.id, app.clock.iso())) {
      const choice = { joinedBefore: isoTime(row.announced_at), announcement: row.id };
      for await (const receiver of receiversOf(app, site.id, row.kind, choice)) {
        if (isLongRun(startedAt)) return;
        if (!isOpen(app, row)) break;
        if (!isAsleep(app, receiver)) await sendTo(app, site, row, receiver);
      }
    }
  }
}

async function sendTo(app: Resources, site: SiteRow, row: AnnouncementRow, receiver: Receiver): Promise<void> {
  const mailing = await findAnnounced(app, site, row, receiver);
  if (!mailing) return;
  const member = { site: site.id, member: receiver.id };
  await deliver(app, site.id, receiver, mailing, async (tx: Transaction) => {
    const turn = { ...member, kind: "promotions", days: PROMOTION_DAYS, sent: true } as const;
    if (row.kind === "promotions" && !(await takeTurnOf(app, tx, turn))) return false;
    return (await tx.one(insertDelivery, { ...member, announcement: row.id })) !== null;
  });
}

/** Forgets who was sent an announcement that is over, and keeps how many. */
export async function sweepAnnouncements({ db, clock }: Resources): Promise<void> {
  await db.one(deleteDeliveries, { now: clock.iso() });
}
