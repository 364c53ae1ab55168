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

const insertSession = write<[number, Buffer, number, number, string, string, string, string | null]>(
  `insert into sessions (site_id, token_hash, id, member_id, created_at, seen_at, expires_at, user_agent, country)
   values ($1, $2, $3, $4, $5, $5, $6, $7, $8)`,
);
const touch = write<[number, Buffer, string, string]>(
  "update sessions set seen_at = $3, expires_at = $4 where site_id = $1 and token_hash = $2",
);
const deleteSession = write<[number, number, number]>(
  "delete from sessions where site_id = $1 and member_id = $2 and id = $3",
);
const deleteOthers = write<[number, number, number], { id: number }>(
  "delete from sessions where site_id = $1 and member_id = $2 and id <> $3 returning id",
);

const deleteExpired = write<[string]>("delete from sessions where expires_at < $1");

/** Forgets the sessions that are over, of all sites. */
export async function sweepSessions({ db, clock }: Resources): Promise<void> {
  await db.one(deleteExpired, clock.iso());
}

/** A new session of a member; the answer is the cookie's value and stands nowhere else. */
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
  await db.one(
    insertSession,
    site,
    tokenHash(token),
    app.ids.next(),
    member,
    app.clock.iso(),
    app.clock.in(SECONDS),
    agent,
    country,
  );
  return token;
}

/** Slides the session's end to 30 days from now. */
export async function touchSession(app: Resources, site: number, token: string): Promise<void> {
  await app.db.one(touch, site, tokenHash(token), app.clock.iso(), app.clock.in(SECONDS));
}

/** Ends one session and its event streams. Ending it twice is ending it once. */
export async function endSession(app: Resources, site: number, member: number, session: number): Promise<void> {
  await app.db.one(deleteSession, site, member, session);
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
  const ended = await tx.all(deleteOthers, site, member, except ?? 0);
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
