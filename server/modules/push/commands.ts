/** Stores push subscriptions of browsers, queues notices, and sends them (product.md 8). */
import { PUSH_DELAY_SECONDS, PUSH_SUBSCRIPTIONS } from "@serenade/contract/limits";
import { MAILING_KINDS } from "@serenade/contract/notifications";
import PQueue from "p-queue";
import { appState } from "../../kernel/app-state.ts";
import type { Queries, Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { isUnavailable } from "../../kernel/outages.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { getSite } from "../site/queries.ts";
import { isQuiet, quietFrom, quietUntil } from "../site/quiet-hours/rules.ts";
import { type PushAnswer, PushEndpointRefused, type PushGateway } from "./gateway.ts";
import { presentNotice } from "./present.ts";
import { findDue, maybeSubscribed, publishSubscribed } from "./queries.ts";
import {
  type About,
  areKeys,
  FAILURES_MAX,
  GIVE_UP_SECONDS,
  isPushEndpoint,
  outcomeOf,
  pauseBefore,
  tagOf,
  topicOf,
} from "./rules.ts";
import type { DueRow, OutboxRow, PushedMailing, PushKind, PushParams } from "./tables.ts";

export const PUSH_JOB = "push";

const BATCH = 40;
const AT_ONCE = 8;
/** Longer than a batch takes without any response: 40 by 8, five seconds each. */
const CLAIM_SECONDS = 120;

const saveSubscription = write<{
  site: number;
  id: number;
  member: number;
  session: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  now: string;
}>(
  `insert into push_subscriptions (site_id, id, member_id, session_id, endpoint, p256dh, auth, created_at)
   values ($site, $id, $member, $session, $endpoint, $p256dh, $auth, $now)
   on conflict (site_id, endpoint) do update
      set member_id = excluded.member_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
          created_at = excluded.created_at, failures = 0, quiet_until = null`,
);
/** Notices queued for the previous member of a browser are not sent to the next one. */
const dropOthersNotices = write<{ site: number; member: number; endpoint: string }>(
  `delete from push_outbox p using push_subscriptions s
    where s.site_id = $site and s.endpoint = $endpoint and p.site_id = $site and p.subscription_id = s.id and p.member_id <> $member`,
);
const dropOldest = write<{ site: number; member: number; most: number }>(
  `with old as (delete from push_subscriptions
                 where site_id = $site and id in (select id from push_subscriptions where site_id = $site and member_id = $member
                                                order by created_at desc, id desc offset $most)
                returning id)
   delete from push_outbox p using old where p.site_id = $site and p.subscription_id = old.id`,
);
const dropByEndpoint = write<{ site: number; member: number; endpoint: string }>(
  `with old as (delete from push_subscriptions where site_id = $site and member_id = $member and endpoint = $endpoint returning id)
   delete from push_outbox p using old where p.site_id = $site and p.subscription_id = old.id`,
);
const dropOfSessions = write<{ site: number; member: number; sessions: number[] }>(
  `with old as (delete from push_subscriptions where site_id = $site and member_id = $member and session_id = any ($sessions::bigint[]) returning id)
   delete from push_outbox p using old where p.site_id = $site and p.subscription_id = old.id`,
);
const dropSubscription = write<{ site: number; subscription: number }>(
  `with old as (delete from push_subscriptions where site_id = $site and id = $subscription)
   delete from push_outbox where site_id = $site and subscription_id = $subscription`,
);
const dropWithoutSession = write<{ now: string }>(
  `with old as (delete from push_subscriptions s
                 where not exists (select from sessions e where e.site_id = s.site_id and e.member_id = s.member_id
                                                            and e.id = s.session_id and e.expires_at > $now)
                returning site_id, id)
   delete from push_outbox p using old where p.site_id = old.site_id and p.subscription_id = old.id`,
);
/** Notices whose subscription was removed, or that were abandoned. */
const dropStale = write<{ before: string }>(
  `delete from push_outbox p
    where p.created_at < $before or not exists (select from push_subscriptions s
                                            where s.site_id = p.site_id and s.id = p.subscription_id and s.member_id = p.member_id)`,
);
const eraseSubscriptions = write<{ site: number; member: number }>(
  "delete from push_subscriptions where site_id = $site and member_id = $member",
);
const eraseNotices = write<{ site: number; member: number }>(
  "delete from push_outbox where site_id = $site and (member_id = $member or sender_id = $member)",
);

/**
 * One row for each browser of the member; it replaces an older one of the topic but keeps its due time, so that
 * continuous writing does not postpone the notice forever. A first message stays a first message until it was sent.
 */
const queue = write<
  {
    site: number;
    id: number;
    member: number;
    topic: string;
    kind: PushKind;
    sender: number | null;
    conversation: number | null;
    params: object;
    quietZones: string[] | null;
    now: string;
    due: string;
  },
  { id: number }
>(
  `insert into push_outbox (site_id, subscription_id, id, member_id, topic, kind, sender_id, conversation_id, params, quiet_zones, created_at, due_at)
   select $site, s.id, $id, $member, $topic, $kind, $sender, $conversation, $params::jsonb, $quietZones, $now, $due
     from push_subscriptions s where s.site_id = $site and s.member_id = $member order by s.id
   on conflict (site_id, subscription_id, topic) do update
      set id = excluded.id, sender_id = excluded.sender_id, conversation_id = excluded.conversation_id, params = excluded.params,
          quiet_zones = excluded.quiet_zones,
          kind = case when push_outbox.kind = 'new_conversations' then push_outbox.kind else excluded.kind end,
          created_at = excluded.created_at, due_at = least(push_outbox.due_at, excluded.due_at)
   returning id`,
);
/** Claims due notices by postponing their due time: if the process crashes while sending, another one retries. */
const claimDue = write<{ now: string; due: string; limit: number }, OutboxRow>(
  `update push_outbox p set due_at = $due, attempts = p.attempts + 1
     from (select site_id, subscription_id, topic from push_outbox where due_at <= $now order by due_at limit $limit for update skip locked) due
    where p.site_id = due.site_id and p.subscription_id = due.subscription_id and p.topic = due.topic
   returning p.site_id, p.subscription_id, p.topic, p.id, p.attempts, p.created_at`,
);
const putOff = write<{ site: number; subscription: number; topic: string; id: number; until: string }>(
  "update push_outbox set due_at = $until where site_id = $site and subscription_id = $subscription and topic = $topic and id = $id",
);
const dropNotice = write<{ site: number; subscription: number; topic: string; id: number }>(
  "delete from push_outbox where site_id = $site and subscription_id = $subscription and topic = $topic and id = $id",
);
const pauseSubscription = write<{ site: number; subscription: number; until: string }>(
  "update push_subscriptions set quiet_until = $until where site_id = $site and id = $subscription",
);
const forgive = write<{ site: number; subscription: number }>(
  "update push_subscriptions set failures = 0, quiet_until = null where site_id = $site and id = $subscription and (failures > 0 or quiet_until is not null)",
);
const countFailure = write<{ site: number; subscription: number }, { failures: number }>(
  "update push_subscriptions set failures = failures + 1 where site_id = $site and id = $subscription returning failures",
);

interface Browser {
  site: number;
  member: number;
  session: number;
}

/** Stores a push subscription with its session; the eleventh replaces the one renewed longest ago. */
export async function savePushSubscription(
  app: Resources,
  { site, member, session }: Browser,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  if (!isPushEndpoint(endpoint, app.config.pushTestHost)) throw new Refusal("push_endpoint_refused");
  if (!areKeys(keys)) throw new Refusal("invalid", {}, { subscription: "invalid" });
  await app.db.transaction(async (tx) => {
    await tx.one(dropOthersNotices, { site, member, endpoint });
    const { p256dh, auth } = keys;
    await tx.one(saveSubscription, {
      site,
      id: app.ids.next(),
      member,
      session,
      endpoint,
      p256dh,
      auth,
      now: app.clock.iso(),
    });
    await tx.one(dropOldest, { site, member, most: PUSH_SUBSCRIPTIONS });
    tx.afterCommit(() => publishSubscribed(app, site, member));
  });
}

/** The member has switched it off in a browser. */
export const removePushSubscription = ({ db }: Resources, who: { site: number; member: number }, endpoint: string) =>
  db.one(dropByEndpoint, { site: who.site, member: who.member, endpoint });

/** Removes the subscriptions of ended sessions. */
export async function endPushOf(db: Queries, site: number, member: number, sessions: number[]): Promise<void> {
  if (sessions.length) await db.one(dropOfSessions, { site, member, sessions });
}

/** Deletes subscriptions of expired sessions, and notices without a subscription, of all sites. */
export async function sweepPush({ db, clock }: Resources): Promise<void> {
  await db.one(dropWithoutSession, { now: clock.iso() });
  await db.one(dropStale, { before: clock.in(-GIVE_UP_SECONDS) });
}

export async function erasePush(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(eraseNotices, { site, member });
  await tx.one(eraseSubscriptions, { site, member });
}

type Content = {
  [K in PushKind]: PushParams[K] extends Record<string, never>
    ? { kind: K; params?: never }
    : { kind: K; params: PushParams[K] };
}[PushKind];

/** With `quietZones` it is not sent while it is night in one of them. */
export type Notice = { member: number; about: About; quietZones?: string[] } & Content;

/** Queues the notice in the caller's transaction. It is sent a little later, if it is still relevant. */
export async function queuePush(app: Resources, tx: Transaction, site: number, notice: Notice): Promise<void> {
  if (!maybeSubscribed(app, site, notice.member)) return;
  if (await put(app, tx, site, notice)) tx.afterCommit(() => triggerSoon(app));
}

/**
 * The same after the commit, for sending a message, which stays one statement. Costs nothing for a member without a
 * subscription; never fails what was committed.
 */
export async function pushAfterwards(app: Resources, site: number, notice: Notice): Promise<void> {
  if (!maybeSubscribed(app, site, notice.member)) return;
  try {
    if (await put(app, app.db, site, notice)) triggerSoon(app);
  } catch (error) {
    if (!isUnavailable(error)) app.log.warn({ error: (error as Error).message }, "push: a notice could not be queued");
  }
}

async function put(app: Resources, db: Queries, site: number, notice: Notice) {
  const { member, kind, about, params, quietZones = null } = notice;
  const [now, due] = [app.clock.iso(), app.clock.in(PUSH_DELAY_SECONDS)];
  const { sender = null, conversation = null } = about;
  return db.one(queue, {
    site,
    id: app.ids.next(),
    member,
    topic: topicOf(about),
    kind,
    sender,
    conversation,
    params: params ?? {},
    quietZones,
    now,
    due,
  });
}

const SECOND = 1_000;
const lastTrigger = appState(() => ({ at: -SECOND }));

/** Triggers the job when the notice is due; one call for all notices of a second. */
function triggerSoon(app: Resources): void {
  const now = performance.now();
  const trigger = lastTrigger(app);
  if (now - trigger.at < SECOND) return;
  trigger.at = now;
  setTimeout(() => app.trigger(PUSH_JOB), (PUSH_DELAY_SECONDS + 1) * SECOND).unref();
}

/** Whether a mailing is still wanted, a while after it was queued: what modules to the right know. */
export type StillApplies = (row: { site_id: number; member_id: number } & PushedMailing) => Promise<boolean>;

/** Sends due notices, a few at once; a temporary failure is retried with backoff (rules.ts). */
export async function sendDuePushes(app: Resources, gateway: PushGateway, stillApplies: StillApplies): Promise<void> {
  const rows = await app.db.all(claimDue, { now: app.clock.iso(), due: app.clock.in(CLAIM_SECONDS), limit: BATCH });
  await new PQueue({ concurrency: AT_ONCE }).addAll(rows.map((row) => () => sendOne(app, gateway, stillApplies, row)));
  if (rows.length === BATCH) app.trigger(PUSH_JOB);
}

async function sendOne(
  app: Resources,
  gateway: PushGateway,
  stillApplies: StillApplies,
  row: OutboxRow,
): Promise<void> {
  const { site_id: site, subscription_id: subscription } = row;
  const due = await findDue(app.db, row, app.clock.iso());
  if (!due) return; // replaced by a newer one after it was claimed
  if (!due.alive) return void (await app.db.one(dropSubscription, { site, subscription }));
  if (!due.wanted || waitedSeconds(app, row) > GIVE_UP_SECONDS) return drop(app, row);
  const until = pauseOf(due, app.clock.now());
  if (until) return void (await app.db.one(putOff, { site, subscription, topic: row.topic, id: row.id, until }));
  if (isMailing(due) && !(await stillApplies({ ...due, site_id: site }))) return drop(app, row);
  try {
    await handleAnswer(app, row, await gateway.send(await outgoing(app, row, due)));
  } catch (error) {
    if (!(error instanceof PushEndpointRefused)) throw error;
    await app.db.one(dropSubscription, { site, subscription });
  }
}

/** Until when a notice has to wait: its push service asked for a pause, or it is night where its member is. */
function pauseOf({ quiet_until, quiet_zones }: DueRow, now: Date): string | null {
  if (quiet_until && Date.parse(quiet_until) > now.getTime()) return quiet_until;
  return quiet_zones && isQuiet(now, quiet_zones) ? quietUntil(now, quiet_zones).toISOString() : null;
}

const isMailing = (due: DueRow): due is DueRow & PushedMailing => MAILING_KINDS.some((kind) => kind === due.kind);

async function outgoing(app: Resources, row: OutboxRow, due: DueRow) {
  const { settings } = await getSite(app, row.site_id);
  const topic = tagOf(app.config.appSecret, due.member_id, row.topic);
  return {
    endpoint: due.endpoint,
    keys: { p256dh: due.p256dh, auth: due.auth },
    payload: JSON.stringify(presentNotice(due, { site: settings.name, tag: topic, ids: app.ids })),
    ttl: ttlOf(due, app.clock.now()),
    urgency: isMailing(due) ? ("normal" as const) : ("high" as const),
    topic,
  };
}

/** A push service delivers to a device that was off: of a mailing not after the evening. */
const ttlOf = ({ quiet_zones }: DueRow, now: Date): number =>
  quiet_zones
    ? Math.min(GIVE_UP_SECONDS, Math.round((quietFrom(now, quiet_zones).getTime() - now.getTime()) / 1000))
    : GIVE_UP_SECONDS;

async function handleAnswer(app: Resources, row: OutboxRow, { status, retryAfter }: PushAnswer): Promise<void> {
  const { site_id: site, subscription_id: subscription } = row;
  const outcome = outcomeOf(status);
  if (outcome !== "sent") app.log.info({ status, attempts: row.attempts }, `push: ${outcome}`);
  switch (outcome) {
    case "sent":
      await app.db.one(forgive, { site, subscription });
      return drop(app, row);
    case "gone":
      return void (await app.db.one(dropSubscription, { site, subscription }));
    case "later": {
      const pause = pauseBefore(row.attempts, retryAfter, waitedSeconds(app, row));
      if (pause === null) return drop(app, row);
      const until = app.clock.in(pause);
      await app.db.one(pauseSubscription, { site, subscription, until });
      return void (await app.db.one(putOff, { site, subscription, topic: row.topic, id: row.id, until }));
    }
    case "refused": {
      const { failures } = (await app.db.one(countFailure, { site, subscription })) ?? { failures: 0 };
      if (failures >= FAILURES_MAX) return void (await app.db.one(dropSubscription, { site, subscription }));
      return drop(app, row);
    }
  }
}

const waitedSeconds = ({ clock }: Resources, { created_at }: OutboxRow): number =>
  (clock.now().getTime() - Date.parse(created_at)) / 1000;

const drop = async ({ db }: Resources, row: OutboxRow): Promise<void> =>
  void (await db.one(dropNotice, {
    site: row.site_id,
    subscription: row.subscription_id,
    topic: row.topic,
    id: row.id,
  }));
