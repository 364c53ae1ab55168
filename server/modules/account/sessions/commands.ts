/** Opens, prolongs and ends sessions (§9: 30 days, sliding). */
import { randomBytes } from "node:crypto";
import { AUTH_COOKIE_DAYS } from "@serenade/contract/limits";
import type { Queries, Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { endStreams } from "../../../kernel/live.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { endPushOf } from "../../push/commands.ts";
import { tokenHash } from "./queries.ts";

const SECONDS = AUTH_COOKIE_DAYS * 86_400;

const insertSession = write<{
  site: number;
  tokenHash: Buffer;
  id: number;
  member: number;
  now: string;
  expires: string;
  agent: string;
  country: string | null;
}>(
  `insert into sessions (site_id, token_hash, id, member_id, created_at, seen_at, expires_at, user_agent, country)
   values ($site, $tokenHash, $id, $member, $now, $now, $expires, $agent, $country)`,
);
const touch = write<{ site: number; tokenHash: Buffer; now: string; expires: string }>(
  "update sessions set seen_at = $now, expires_at = $expires where site_id = $site and token_hash = $tokenHash",
);
const deleteSession = write<{ site: number; member: number; session: number }>(
  "delete from sessions where site_id = $site and member_id = $member and id = $session",
);
const deleteOthers = write<{ site: number; member: number; id: number }, { id: number }>(
  "delete from sessions where site_id = $site and member_id = $member and id <> $id returning id",
);

const deleteExpired = write<{ now: string }>("delete from sessions where expires_at < $now");

/** Deletes expired sessions of all sites. */
export async function sweepSessions({ db, clock }: Resources): Promise<void> {
  await db.one(deleteExpired, { now: clock.iso() });
}

/** Creates a session; returns the cookie's value, of which only the hash is stored. */
export async function openSession(
  app: Resources,
  db: Queries,
  site: number,
  member: number,
  userAgent: string,
  country: string | null = null,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const agent = userAgent.slice(0, 200);
  await db.one(insertSession, {
    site,
    tokenHash: tokenHash(token),
    id: app.ids.next(),
    member,
    now: app.clock.iso(),
    expires: app.clock.in(SECONDS),
    agent,
    country,
  });
  return token;
}

/** Slides the session's end to 30 days from now. */
export async function touchSession(app: Resources, site: number, token: string): Promise<void> {
  await app.db.one(touch, { site, tokenHash: tokenHash(token), now: app.clock.iso(), expires: app.clock.in(SECONDS) });
}

/** Ends one session and its event streams. Ending it twice is ending it once. */
export async function endSession(app: Resources, site: number, member: number, session: number): Promise<void> {
  await app.db.one(deleteSession, { site, member, session });
  await endPushOf(app.db, site, member, [session]);
  endStreams(app.bus, site, member, session);
}

/** Ends all sessions of a member but one, or with null every one, and their event streams after the commit. */
export async function endOtherSessions(
  app: Resources,
  tx: Transaction,
  site: number,
  member: number,
  except: number | null,
): Promise<void> {
  const ended = await tx.all(deleteOthers, { site, member, id: except ?? 0 });
  await endPushOf(
    tx,
    site,
    member,
    ended.map(({ id }) => id),
  );
  tx.afterCommit(() => {
    if (except === null) endStreams(app.bus, site, member, null);
    else for (const { id } of ended) endStreams(app.bus, site, member, id);
  });
}
