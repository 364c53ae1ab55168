/** Exports that are requested, ready, or expired. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { ExportRow } from "../tables.ts";

const open = read<{ site: number; limit: number }, ExportRow>(
  `select site_id, id, member_id, base_url from exports
    where site_id = $site and ready_at is null order by requested_at limit $limit`,
);
const ready = read<{ site: number; member: number; id: number }, { file: string }>(
  `select file from exports where site_id = $site and member_id = $member and id = $id and fetched_at is null and file is not null`,
);
const files = read<{ site: number; member: number }, { file: string }>(
  "select file from exports where site_id = $site and member_id = $member and file is not null",
);
const sentPictures = read<{ site: number; member: number }, { files: string }>(
  "select files from chat_photos where site_id = $site and sender_id = $member and status <> 'refused' order by id",
);
const over = read<{ site: number; before: string }, { id: number; file: string | null }>(
  "select id, file from exports where site_id = $site and coalesce(ready_at, requested_at) < $before",
);

export const listOpenExports = (db: Queries, site: number, limit: number): Promise<ExportRow[]> =>
  db.all(open, { site, limit });

/** The location of a member's zip, until it is downloaded. */
export const findReady = (db: Queries, site: number, member: number, id: number) => db.one(ready, { site, member, id });

export const listFiles = (db: Queries, site: number, member: number) => db.all(files, { site, member });

/** Where the pictures lie that a member uploaded for chats. */
export const listSentPictures = (db: Queries, site: number, member: number) => db.all(sentPictures, { site, member });

export const listOver = (db: Queries, site: number, before: string) => db.all(over, { site, before });
