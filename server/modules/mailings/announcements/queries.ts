/** What an announcement says to one member, and how many it would reach. */
import { isoTime, type Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { findDiscount } from "../../discounts/queries.ts";
import { pageValues } from "../../pages/present.ts";
import { findOwnPage } from "../../pages/queries.ts";
import { firstParagraph, languagesOf } from "../../pages/rules.ts";
import { currencyOf } from "../../site/prices/rules.ts";
import { publicUrlOf } from "../../site/queries.ts";
import type { SiteRow } from "../../site/tables.ts";
import type { Mailing } from "../commands.ts";
import { isAsleep, receiversOf, zonesOfReceiver } from "../queries.ts";
import type { AnnouncementRow, Receiver } from "../tables.ts";
import { presentPromotion } from "./present.ts";

const COLUMNS = "id, kind, subject, announced_at, until, sent";

const open = read<{ site: number; now: string }, AnnouncementRow>(
  `select ${COLUMNS} from announcements where site_id = $site and until > $now order by announced_at, id`,
);
const one = read<{ site: number; kind: string; subject: string }, AnnouncementRow>(
  `select ${COLUMNS} from announcements where site_id = $site and kind = $kind and subject = $subject`,
);
const newest = read<{ site: number; limit: number }, AnnouncementRow>(
  `select a.id, a.kind, a.subject, a.announced_at, a.until,
          a.sent + (select count(*) from announcement_deliveries d where d.site_id = a.site_id and d.announcement_id = a.id)::int as sent
     from announcements a where a.site_id = $site order by a.announced_at desc limit $limit`,
);

export type Subject = Pick<AnnouncementRow, "kind" | "subject">;

export const listOpenAnnouncements = (db: Queries, site: number, now: string): Promise<AnnouncementRow[]> =>
  db.all(open, { site, now });

export const findAnnouncement = (db: Queries, site: number, { kind, subject }: Subject) =>
  db.one(one, { site, kind, subject });

/** The newest first, with how many members were sent each. */
export const listAnnouncements = (db: Queries, site: number, limit: number): Promise<AnnouncementRow[]> =>
  db.all(newest, { site, limit });

/** The announcement for a member; null where it is not for them: a code that they cannot use, a page that is gone. */
export const findAnnounced = (
  app: Resources,
  site: SiteRow,
  { kind, subject }: Subject,
  receiver: Receiver,
): Promise<Mailing | null> =>
  kind === "promotions" ? findPromotion(app, site, subject, receiver) : findNews(app, site, subject, receiver);

async function findPromotion(app: Resources, site: SiteRow, code: string, receiver: Receiver): Promise<Mailing | null> {
  const { id, name, country, locale } = receiver;
  const discount = await findDiscount(app.db, site.id, id, code, app.clock.iso());
  if (discount.status !== "open" || (discount.currency !== null && discount.currency !== currencyOf(country)))
    return null;
  const path = `/credits?discountcode=${encodeURIComponent(discount.code)}&lang=${locale}`;
  const words = presentPromotion(discount, locale, zonesOfReceiver(receiver));
  const { discount: off, ends } = words;
  return {
    kind: "promotions",
    mail: { ...words, name, code: discount.code, url: `${publicUrlOf(app, site)}${path}` },
    push: { discount: off, ends, code: discount.code, path },
  };
}

async function findNews(app: Resources, site: SiteRow, token: string, receiver: Receiver): Promise<Mailing | null> {
  const { name, locale } = receiver;
  const page = await findOwnPage(app, site.id, token, languagesOf(locale, site));
  if (!page) return null;
  const { title, markdown } = page;
  const path = `/${token}?lang=${locale}`;
  const text = firstParagraph(markdown, pageValues(site, locale));
  return {
    kind: "news",
    mail: { name, title, text, url: `${publicUrlOf(app, site)}${path}` },
    push: { title, path },
  };
}

export interface Reach {
  mail: number;
  push: number;
  /** Of all of them, those in their night now, who get it in their morning. */
  night: number;
  /** Those who had a promotion within the week: they get it only if their week is over while the announcement runs. */
  waiting: number;
}

/** How many an announcement would reach; sends nothing. */
export async function countReach(app: Resources, site: SiteRow, subject: Subject): Promise<Reach> {
  const reach: Reach = { mail: 0, push: 0, night: 0, waiting: 0 };
  const all = receiversOf(app, site.id, subject.kind, { joinedBefore: app.clock.iso(), paused: true });
  for await (const receiver of all) {
    if (!(await findAnnounced(app, site, subject, receiver))) continue;
    if (receiver.paused) {
      reach.waiting++;
      continue;
    }
    if (receiver.by_mail) reach.mail++;
    if (receiver.by_push) reach.push++;
    if (isAsleep(app, receiver)) reach.night++;
  }
  return reach;
}

/** Whether an announcement is still being sent. */
export const isOpen = ({ clock }: Resources, { until }: AnnouncementRow): boolean => isoTime(until) > clock.iso();
