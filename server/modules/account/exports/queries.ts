/** Exports that are asked for, ready, or over. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { ExportRow } from "../tables.ts";

const open = read<[number, number], ExportRow>(
  `select site_id, id, member_id, base_url from exports
    where site_id = $1 and ready_at is null order by requested_at limit $2`,
);
const ready = read<[number, number, number], { file: string }>(
  `select file from exports where site_id = $1 and member_id = $2 and id = $3 and fetched_at is null and file is not null`,
);
const files = read<[number, number], { file: string }>(
  "select file from exports where site_id = $1 and member_id = $2 and file is not null",
);
const sentPictures = read<[number, number], { files: string }>(
  "select files from chat_photos where site_id = $1 and sender_id = $2 and status <> 'refused' order by id",
);
const over = read<[number, string], { id: number; file: string | null }>(
  "select id, file from exports where site_id = $1 and coalesce(ready_at, requested_at) < $2",
);

export const listOpenExports = (db: Queries, site: number, limit: number): Promise<ExportRow[]> =>
  db.all(open, site, limit);

/** Where the zip of a member's export lies, while it was not fetched. */
export const findReady = (db: Queries, site: number, member: number, id: number) => db.one(ready, site, member, id);

export const listFiles = (db: Queries, site: number, member: number) => db.all(files, site, member);

/** Where the pictures lie that a member uploaded for chats. */
export const listSentPictures = (db: Queries, site: number, member: number) => db.all(sentPictures, site, member);

export const listOver = (db: Queries, site: number, before: string) => db.all(over, site, before);
