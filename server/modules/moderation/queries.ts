/** Reads of reports, and of what a report keeps. */
import { isoTime, type Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import type { Evidence } from "./tables.ts";

const EVIDENCE_MESSAGES = 20;

type MessageRow = { id: number; sender_id: number; body: string; photo_id: number | null; created_at: string };
const upTo = read<{ site: number; reporter: number; reported: number; limit: number; last: number }, MessageRow>(
  `select m.id, m.sender_id, m.body, m.photo_id, m.created_at
     from conversations c join messages m on m.site_id = c.site_id and m.conversation_id = c.id
    where c.site_id = $site and c.a_id = least($reporter::bigint, $reported::bigint) and c.b_id = greatest($reporter::bigint, $reported::bigint) and m.id <= $last
    order by m.id desc limit $limit`,
);
const filesOfPicture = read<{ site: number; picture: number }, { files: string }>(
  "select files from chat_photos where site_id = $site and id = $picture",
);
const ofReporter = read<{ site: number; member: number }, { reports: object[] }>(
  `select coalesce(jsonb_agg(jsonb_build_object('id', id, 'reason', reason, 'note', note, 'created_at', created_at) order by id), '[]') as reports
     from reports where site_id = $site and reporter_id = $member`,
);

/**
 * What the two wrote last, or up to the reported message; null when that message is none of the other's to this reader.
 */
export async function findTalk(
  db: Queries,
  site: number,
  between: { reporter: number; reported: number },
  message: number,
): Promise<Evidence["messages"] | null> {
  const { reporter, reported } = between;
  const last = message || Number.MAX_SAFE_INTEGER;
  const rows = await db.all(upTo, { site, reporter, reported, limit: EVIDENCE_MESSAGES, last });
  if (message && !rows.some((row) => row.id === message && row.sender_id === reported)) return null;
  return rows.reverse().map((row) => ({
    from: row.sender_id === reporter ? "reporter" : "reported",
    body: row.body,
    picture: row.photo_id,
    created_at: isoTime(row.created_at),
    reported: row.id === message,
  }));
}

/** The storage folder of a chat picture. */
export const findPictureFiles = async (db: Queries, site: number, picture: number): Promise<string | null> =>
  (await db.one(filesOfPicture, { site, picture }))?.files ?? null;

/** The member's own reports; reports about them stay confidential (GDPR 15 (4)). */
export const exportReports = async (db: Queries, site: number, member: number) =>
  (await db.one(ofReporter, { site, member }))!;
