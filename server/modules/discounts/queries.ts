/** When a member's welcome bonus ends. */
import { isoTime, type Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";

const signedUp = read<[number, number], { created_at: string }>(
  "select created_at from members where site_id = $1 and id = $2",
);

/** `seconds` after sign-up, ISO 8601. */
export async function welcomeEnds(db: Queries, site: number, member: number, seconds: number): Promise<string | null> {
  const row = await db.one(signedUp, site, member);
  return row && new Date(Date.parse(isoTime(row.created_at)) + seconds * 1000).toISOString();
}
