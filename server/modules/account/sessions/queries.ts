/** Who a session cookie is. One statement: this runs at every request. */
import { createHash } from "node:crypto";
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { OpenSessionRow, SessionRow } from "../tables.ts";

const byToken = read<{ site: number; tokenHash: Buffer; now: string }, SessionRow>(
  `select s.id, s.member_id, s.seen_at, a.locale, m.confirmed_at is not null as confirmed, m.premium_since is not null as premium
     from sessions s
     join accounts a on a.site_id = s.site_id and a.member_id = s.member_id
     join members m on m.site_id = s.site_id and m.id = s.member_id
    where s.site_id = $site and s.token_hash = $tokenHash and s.expires_at > $now and m.banned_at is null and m.leaving_at is null`,
);
const ofMember = read<{ site: number; member: number; now: string }, OpenSessionRow>(
  `select id, created_at, seen_at, user_agent, country from sessions
    where site_id = $site and member_id = $member and expires_at > $now order by seen_at desc, id desc limit 100`,
);

/** Tokens are stored hashed: reading the table is not enough to log in. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The session of a cookie's value, or null when it is none, over or ended. */
export async function findSession(db: Queries, site: number, token: string, now: string): Promise<SessionRow | null> {
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? db.one(byToken, { site, tokenHash: tokenHash(token), now }) : null;
}

export const listSessions = (db: Queries, site: number, member: number, now: string): Promise<OpenSessionRow[]> =>
  db.all(ofMember, { site, member, now });
