/** Reads of photos. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { PhotoRow } from "./tables.ts";

const ofMember = read<[number, number], PhotoRow>(
  "select id, member_id, position, status, files from photos where site_id = $1 and member_id = $2 order by position, id",
);
const byId = read<[number, number], PhotoRow & { main: boolean; visible: boolean }>(
  `select p.id, p.member_id, p.position, p.status, p.files, m.main_photo_id = p.id as main,
          m.seen and m.consent_withdrawn_at is null as visible
     from photos p join members m on m.site_id = p.site_id and m.id = p.member_id
    where p.site_id = $1 and p.id = $2`,
);
const active = read<[number, number], { id: number }>(
  "select id from photos where site_id = $1 and member_id = $2 and status = 'active' order by position, id",
);

/** One's own photos in their order. */
export const listPhotos = (db: Queries, site: number, member: number): Promise<PhotoRow[]> =>
  db.all(ofMember, site, member);

/** Ids of the photos that others see, in their order. */
export async function listActivePhotos(db: Queries, site: number, member: number): Promise<number[]> {
  return (await db.all(active, site, member)).map((row) => row.id);
}

/** A photo with whether it is its owner's main one, and whether its owner may be seen by others. */
export const findPhoto = (db: Queries, site: number, id: number) => db.one(byId, site, id);
