/** Reads of pictures in chats, each through the viewer: what is not theirs is not there. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { notBlocked } from "../../members/queries.ts";
import type { PendingPictureRow, PictureRow } from "./tables.ts";

const PICTURE_COLUMNS = `p.id, p.status, encode(p.thumbhash, 'base64') as thumbhash,
  p.veiled and p.revealed_at is null and p.sender_id <> $viewer as blurred, p.sender_id = $viewer as own`;

/**
 * Visible to the uploader until it is sent, then to both members of the conversation: not after the viewer has deleted
 * it, not across a block, not when the other member is hidden.
 */
const visible = `p.site_id = $site and p.id = $id
  and (p.sender_id = $viewer and p.message_id is null
       or exists (select from conversations c
                   where c.site_id = $site and c.id = p.conversation_id and $viewer in (c.a_id, c.b_id)
                     and p.message_id > case when c.a_id = $viewer then c.removed_a else c.removed_b end
                     and ${notBlocked("case when c.a_id = $viewer then c.b_id else c.a_id end")}
                     and exists (select from members o where o.site_id = $site and o.seen
                                    and o.id = case when c.a_id = $viewer then c.b_id else c.a_id end)))`;

const byId = read<{ site: number; viewer: number; id: number }, PictureRow>(
  `select ${PICTURE_COLUMNS}, p.files from chat_photos p where ${visible}`,
);
const pending = read<{ limit: number }, PendingPictureRow>(
  "select site_id, id, files from chat_photos where status = 'pending' order by tries, created_at, id limit $limit",
);

/** A picture that the viewer may see in some rendition, or null. */
export const findPicture = (db: Queries, site: number, viewer: number, id: number): Promise<PictureRow | null> =>
  db.one(byId, { site, viewer, id });

/** Pictures that wait for the job, of all sites; fewest attempts first. */
export const listPendingPictures = (db: Queries, limit: number): Promise<PendingPictureRow[]> =>
  db.all(pending, { limit });
