/** Keeps the browsers that a member wants push messages in, queues what is to be told, and sends it (product.md 8). */
import { PUSH_DELAY_SECONDS, PUSH_SUBSCRIPTIONS } from "@serenade/contract/limits";
import PQueue from "p-queue";
import { appState } from "../../kernel/app-state.ts";
import type { Queries, Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { isAway } from "../../kernel/outages.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { getSite } from "../site/queries.ts";
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
import type { DueRow, OutboxRow, PushKind } from "./tables.ts";

export const PUSH_JOB = "push";

const BATCH = 40;
const AT_ONCE = 8;
/** Longer than a batch takes when nobody answers: 40 by 8, five seconds each. */
const CLAIM_SECONDS = 120;

const saveSubscription = write<[number, number, number, number, string, string, string, string]>(
  `insert into push_subscriptions (site_id, id, member_id, session_id, endpoint, p256dh, auth, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (site_id, endpoint) do update
      set member_id = excluded.member_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
          created_at = excluded.created_at, failures = 0, quiet_until = null`,
);
/** What waits for a browser that has changed hands is not for the next one. */
const dropOthersNotices = write<[number, number, string]>(
  `delete from push_outbox p using push_subscriptions s
    where s.site_id = $1 and s.endpoint = $3 and p.site_id = $1 and p.subscription_id = s.id and p.member_id <> $2`,
);
const dropOldest = write<[number, number, number]>(
  `with old as (delete from push_subscriptions
                 where site_id = $1 and id in (select id from push_subscriptions where site_id = $1 and member_id = $2
                                                order by created_at desc, id desc offset $3)
                returning id)
   delete from push_outbox p using old where p.site_id = $1 and p.subscription_id = old.id`,
);
const dropByEndpoint = write<[number, number, string]>(
  `with old as (delete from push_subscriptions where site_id = $1 and member_id = $2 and endpoint = $3 returning id)
   delete from push_outbox p using old where p.site_id = $1 and p.subscription_id = old.id`,
);
const dropOfSessions = write<[number, number, number[]]>(
  `with old as (delete from push_subscriptions where site_id = $1 and member_id = $2 and session_id = any ($3::bigint[]) returning id)
   delete from push_outbox p using old where p.site_id = $1 and p.subscription_id = old.id`,
);
const dropSubscription = write<[number, number]>(
  `with old as (delete from push_subscriptions where site_id = $1 and id = $2)
   delete from push_outbox where site_id = $1 and subscription_id = $2`,
);
const dropWithoutSession = write<[string]>(
  `with old as (delete from push_subscriptions s
                 where not exists (select from sessions e where e.site_id = s.site_id and e.member_id = s.member_id
                                                            and e.id = s.session_id and e.expires_at > $1)
                returning site_id, id)
   delete from push_outbox p using old where p.site_id = old.site_id and p.subscription_id = old.id`,
);
/** What lost its browser while it was queued, or was given up on. */
const dropStale = write<[string]>(
  `delete from push_outbox p
    where p.created_at < $1 or not exists (select from push_subscriptions s
                                            where s.site_id = p.site_id and s.id = p.subscription_id and s.member_id = p.member_id)`,
);
const eraseSubscriptions = write<[number, number]>(
  "delete from push_subscriptions where site_id = $1 and member_id = $2",
);
const eraseNotices = write<[number, number]>(
  "delete from push_outbox where site_id = $1 and (member_id = $2 or sender_id = $2)",
);

/**
 * One row for each browser of the member; an older one of the topic gives way and keeps its time, so that somebody who goes on
 * writing does not put the notice off for ever. A first message stays one until it was told.
 */
const queue = write<
  [number, number, number, string, PushKind, number | null, number | null, object, string, string],
  { id: number }
>(
  `insert into push_outbox (site_id, subscription_id, id, member_id, topic, kind, sender_id, conversation_id, params, created_at, due_at)
   select $1, s.id, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10
     from push_subscriptions s where s.site_id = $1 and s.member_id = $3 order by s.id
   on conflict (site_id, subscription_id, topic) do update
      set id = excluded.id, sender_id = excluded.sender_id, conversation_id = excluded.conversation_id, params = excluded.params,
          kind = case when push_outbox.kind = 'new_conversations' then push_outbox.kind else excluded.kind end,
          created_at = excluded.created_at, due_at = least(push_outbox.due_at, excluded.due_at)
   returning id`,
);
/** Claims what is due by moving its due time on: a process that dies while sending leaves the row to the next. */
const claimDue = write<[string, string, number], OutboxRow>(
  `update push_outbox p set due_at = $2, attempts = p.attempts + 1
     from (select site_id, subscription_id, topic from push_outbox where due_at <= $1 order by due_at limit $3 for update skip locked) due
    where p.site_id = due.site_id and p.subscription_id = due.subscription_id and p.topic = due.topic
   returning p.site_id, p.subscription_id, p.topic, p.id, p.attempts, p.created_at`,
);
const putOff = write<[number, number, string, number, string]>(
  "update push_outbox set due_at = $5 where site_id = $1 and subscription_id = $2 and topic = $3 and id = $4",
);
const dropNotice = write<[number, number, string, number]>(
  "delete from push_outbox where site_id = $1 and subscription_id = $2 and topic = $3 and id = $4",
);
const keepQuiet = write<[number, number, string]>(
  "update push_subscriptions set quiet_until = $3 where site_id = $1 and id = $2",
);
const forgive = write<[number, number]>(
  "update push_subscriptions set failures = 0, quiet_until = null where site_id = $1 and id = $2 and (failures > 0 or quiet_until is not null)",
);
const countFailure = write<[number, number], { failures: number }>(
  "update push_subscriptions set failures = failures + 1 where site_id = $1 and id = $2 returning failures",
);

interface Browser {
  site: number;
  member: number;
  session: number;
}

/** Keeps a browser's push subscription with its session; the eleventh drops the one that was not heard of for longest. */
export async function savePushSubscription(
  app: Resources,
  { site, member, session }: Browser,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  if (!isPushEndpoint(endpoint, app.config.pushTestHost)) throw new Refusal("push_endpoint_refused");
  if (!areKeys(keys)) throw new Refusal("invalid", {}, { subscription: "invalid" });
  await app.db.transaction(async (tx) => {
    await tx.one(dropOthersNotices, site, member, endpoint);
    const { p256dh, auth } = keys;
    await tx.one(saveSubscription, site, app.ids.next(), member, session, endpoint, p256dh, auth, app.clock.iso());
    await tx.one(dropOldest, site, member, PUSH_SUBSCRIPTIONS);
    tx.afterCommit(() => publishSubscribed(app, site, member));
  });
}

/** The member has switched it off in a browser. */
export const removePushSubscription = ({ db }: Resources, who: { site: number; member: number }, endpoint: string) =>
  db.one(dropByEndpoint, who.site, who.member, endpoint);

/** Sessions have ended: nothing more goes to their browsers. */
export async function endPushOf(db: Queries, site: number, member: number, sessions: number[]): Promise<void> {
  if (sessions.length) await db.one(dropOfSessions, site, member, sessions);
}

/** Forgets the browsers whose sessions have run out, and notices without a browser, of all sites. */
export async function sweepPush({ db, clock }: Resources): Promise<void> {
  await db.one(dropWithoutSession, clock.iso());
  await db.one(dropStale, clock.in(-GIVE_UP_SECONDS));
}

export async function erasePush(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(eraseNotices, site, member);
  await tx.one(eraseSubscriptions, site, member);
}

export interface Notice {
  member: number;
  kind: PushKind;
  about: About;
  params?: { count: number; path: string };
}

/** Writes the notice into the transaction of what it tells about. Sent a little later, if it is still news then. */
export async function queuePush(app: Resources, tx: Transaction, site: number, notice: Notice): Promise<void> {
  if (!maybeSubscribed(app, site, notice.member)) return;
  if (await put(app, tx, site, notice)) tx.afterCommit(() => triggerSoon(app));
}

/**
 * The same after the commit of what it tells about, for the send of a message, whose one statement stays as it is. Costs
 * nothing where the member has no browser to push to; never fails what has already happened.
 */
export async function pushAfterwards(app: Resources, site: number, notice: Notice): Promise<void> {
  if (!maybeSubscribed(app, site, notice.member)) return;
  try {
    if (await put(app, app.db, site, notice)) triggerSoon(app);
  } catch (error) {
    if (!isAway(error)) app.log.warn({ error: (error as Error).message }, "push: a notice could not be queued");
  }
}

async function put(app: Resources, db: Queries, site: number, { member, kind, about, params }: Notice) {
  const [now, due] = [app.clock.iso(), app.clock.in(PUSH_DELAY_SECONDS)];
  const { sender = null, conversation = null } = about;
  return db.one(
    queue,
    site,
    app.ids.next(),
    member,
    topicOf(about),
    kind,
    sender,
    conversation,
    params ?? {},
    now,
    due,
  );
}

const SECOND = 1_000;
const lastTrigger = appState(() => ({ at: -SECOND }));

/** Wakes the job when the notice is due; one call for all that is queued within a second. */
function triggerSoon(app: Resources): void {
  const now = performance.now();
  const trigger = lastTrigger(app);
  if (now - trigger.at < SECOND) return;
  trigger.at = now;
  setTimeout(() => app.trigger(PUSH_JOB), (PUSH_DELAY_SECONDS + 1) * SECOND).unref();
}

/** Sends what is due, a few at once; what a push service does not take for now comes again after a growing pause (rules.ts). */
export async function sendDuePushes(app: Resources, gateway: PushGateway): Promise<void> {
  const rows = await app.db.all(claimDue, app.clock.iso(), app.clock.in(CLAIM_SECONDS), BATCH);
  await new PQueue({ concurrency: AT_ONCE }).addAll(rows.map((row) => () => sendOne(app, gateway, row)));
  if (rows.length === BATCH) app.trigger(PUSH_JOB);
}

async function sendOne(app: Resources, gateway: PushGateway, row: OutboxRow): Promise<void> {
  const { site_id: site, subscription_id: subscription } = row;
  const due = await findDue(app.db, row, app.clock.iso());
  if (!due) return; // a newer one has taken its place while this one was claimed
  if (!due.alive) return void (await app.db.one(dropSubscription, site, subscription));
  if (!due.wanted || waitedSeconds(app, row) > GIVE_UP_SECONDS) return drop(app, row);
  if (due.quiet_until && Date.parse(due.quiet_until) > app.clock.now().getTime())
    return void (await app.db.one(putOff, site, subscription, row.topic, row.id, due.quiet_until));
  try {
    await learnFrom(app, row, await gateway.send(await outgoing(app, row, due)));
  } catch (error) {
    if (!(error instanceof PushEndpointRefused)) throw error;
    await app.db.one(dropSubscription, site, subscription);
  }
}

async function outgoing(app: Resources, row: OutboxRow, due: DueRow) {
  const { settings } = await getSite(app, row.site_id);
  const topic = tagOf(app.config.appSecret, due.member_id, row.topic);
  return {
    endpoint: due.endpoint,
    keys: { p256dh: due.p256dh, auth: due.auth },
    payload: JSON.stringify(presentNotice(due, { site: settings.name, tag: topic, ids: app.ids })),
    ttl: GIVE_UP_SECONDS,
    topic,
  };
}

async function learnFrom(app: Resources, row: OutboxRow, { status, retryAfter }: PushAnswer): Promise<void> {
  const { site_id: site, subscription_id: subscription } = row;
  const outcome = outcomeOf(status);
  if (outcome !== "sent") app.log.info({ status, attempts: row.attempts }, `push: ${outcome}`);
  switch (outcome) {
    case "sent":
      await app.db.one(forgive, site, subscription);
      return drop(app, row);
    case "gone":
      return void (await app.db.one(dropSubscription, site, subscription));
    case "later": {
      const pause = pauseBefore(row.attempts, retryAfter, waitedSeconds(app, row));
      if (pause === null) return drop(app, row);
      const until = app.clock.in(pause);
      await app.db.one(keepQuiet, site, subscription, until);
      return void (await app.db.one(putOff, site, subscription, row.topic, row.id, until));
    }
    case "refused": {
      const { failures } = (await app.db.one(countFailure, site, subscription)) ?? { failures: 0 };
      if (failures >= FAILURES_MAX) return void (await app.db.one(dropSubscription, site, subscription));
      return drop(app, row);
    }
  }
}

const waitedSeconds = ({ clock }: Resources, { created_at }: OutboxRow): number =>
  (clock.now().getTime() - Date.parse(created_at)) / 1000;

const drop = async ({ db }: Resources, row: OutboxRow): Promise<void> =>
  void (await db.one(dropNotice, row.site_id, row.subscription_id, row.topic, row.id));
