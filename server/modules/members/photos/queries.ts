/** Reads of photos. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { ActiveRow, PendingRow, PhotoRow } from "./tables.ts";

const PHOTO_COLUMNS = `p.id, p.member_id, p.position, p.status, p.refused_for, p.files, encode(p.thumbhash, 'base64') as thumbhash`;

const ofMember = read<{ site: number; member: number }, PhotoRow>(
  `select ${PHOTO_COLUMNS} from photos p where p.site_id = $site and p.member_id = $member order by p.position, p.id`,
);
const byId = read<
  { site: number; id: number },
  PhotoRow & { main: boolean; visible: boolean; to_visitors: boolean; before: number }
>(
  `select ${PHOTO_COLUMNS}, p.id is not distinct from m.main_photo_id as main,
          m.seen and m.consent_withdrawn_at is null as visible,
          coalesce((select x.shown_to_visitors from member_preferences x where x.site_id = m.site_id and x.member_id = m.id), false) as to_visitors,
          case when p.id = m.main_photo_id then 0
               else (select count(*)::int from photos o
                      where o.site_id = p.site_id and o.member_id = p.member_id and o.status = 'active'
                        and (o.id = m.main_photo_id or (o.position, o.id) < (p.position, p.id))) end as before
     from photos p join members m on m.site_id = p.site_id and m.id = p.member_id
    where p.site_id = $site and p.id = $id`,
);
const active = read<{ site: number; member: number }, ActiveRow>(
  `select id, encode(thumbhash, 'base64') as thumbhash
     from photos where site_id = $site and member_id = $member and status = 'active' order by position, id`,
);
const pending = read<{ limit: number }, PendingRow>(
  "select site_id, id, member_id, files, tries from photos where status = 'pending' order by tries, created_at, id limit $limit",
);

/** One's own photos in their order. */
export const listPhotos = (db: Queries, site: number, member: number): Promise<PhotoRow[]> =>
  db.all(ofMember, { site, member });

/** The photos that others see, in their order. */
export const listActivePhotos = (db: Queries, site: number, member: number): Promise<ActiveRow[]> =>
  db.all(active, { site, member });

/** A photo, whether it is the main one, how many precede it for others, and who may see its owner. */
export const findPhoto = (db: Queries, site: number, id: number) => db.one(byId, { site, id });

/** Photos that wait for the job, of all sites; fewest attempts first, so that a bad picture blocks no other. */
export const listPending = (db: Queries, limit: number): Promise<PendingRow[]> => db.all(pending, { limit });
