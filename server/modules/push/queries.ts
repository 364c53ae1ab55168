/** Reads of push: members with a subscription, the current state of a notice, the export. */
import { appState } from "../../kernel/app-state.ts";
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import type { DueRow } from "./tables.ts";

const BATCH = 5_000;
/** Removed subscriptions are cached until this expires; that costs a statement without effect. */
const RETENTION_MS = 6 * 3_600_000;
const TOPIC = "push-subscribed";

const subscribedAfter = read<{ site: number; after: number }, { member_id: number }>(
  `select distinct member_id from push_subscriptions where site_id = $site and member_id > $after order by member_id limit ${BATCH}`,
);

/**
 * The current state of a notice. A missing preference counts as on: most kinds need no consent in any country
 * (notifications/rules.ts), and those that do were queued by consent. A match uses the preference of likes, and a saved search has its own.
 */
const due = read<{ site: number; subscription: number; topic: string; id: number; now: string }, DueRow>(
  `select p.kind, p.params, p.quiet_zones, p.member_id, p.conversation_id, o.id as sender_id, o.name as sender_name, o.fictional as sender_fictional,
          s.endpoint, s.p256dh, s.auth, s.quiet_until, a.locale,
          coalesce((select t.unread + t.new_likes from member_state t where t.site_id = $site and t.member_id = p.member_id), 0) as badge,
          m.banned_at is null and m.leaving_at is null
            and exists (select from sessions e where e.site_id = $site and e.member_id = p.member_id and e.id = s.session_id and e.expires_at > $now) as alive,
          (p.sender_id is null or o.id is not null)
            and not exists (select from blocks b where b.site_id = $site and b.blocker_id = p.member_id and b.blocked_id = p.sender_id)
            and not exists (select from blocks b where b.site_id = $site and b.blocker_id = p.sender_id and b.blocked_id = p.member_id)
            and not exists (select from notification_choices n
                             where n.site_id = $site and n.member_id = p.member_id and not n.push
                               and n.kind = case p.kind when 'match' then 'like' else p.kind end)
            and case when p.kind in ('new_conversations', 'new_messages') then
                  exists (select from conversations c
                           where c.site_id = $site and c.id = p.conversation_id
                             and case when c.a_id = p.member_id then c.unread_a when c.b_id = p.member_id then c.unread_b else 0 end > 0)
                when p.kind = 'like' then
                  exists (select from likes l where l.site_id = $site and l.liker_id = p.sender_id and l.liked_id = p.member_id and l.seen_at is null)
                when p.kind = 'match' then
                  exists (select from likes l where l.site_id = $site and l.liker_id = p.member_id and l.liked_id = p.sender_id and l.match_shown_at is null)
                  and exists (select from likes l where l.site_id = $site and l.liker_id = p.sender_id and l.liked_id = p.member_id)
                when p.kind = 'unread_message_reminders' then
                  exists (select from member_state t where t.site_id = $site and t.member_id = p.member_id and t.unread > 0)
                else true end as wanted
     from push_outbox p
     join push_subscriptions s on s.site_id = p.site_id and s.id = p.subscription_id and s.member_id = p.member_id
     join members m on m.site_id = p.site_id and m.id = p.member_id
     join accounts a on a.site_id = p.site_id and a.member_id = p.member_id
     left join members o on o.site_id = p.site_id and o.id = p.sender_id and o.seen
    where p.site_id = $site and p.subscription_id = $subscription and p.topic = $topic and p.id = $id`,
);
const exported = read<{ site: number; member: number }, { push_subscriptions: unknown[]; push_outbox: unknown[] }>(
  `select array(select to_jsonb(s) - array['site_id', 'p256dh', 'auth'] from push_subscriptions s
                 where site_id = $site and member_id = $member order by id) as push_subscriptions,
          array(select to_jsonb(p) - array['site_id', 'due_at', 'attempts'] from push_outbox p
                 where site_id = $site and member_id = $member order by id) as push_outbox`,
);

/** The notice with everything that decides about it; null when it was replaced or its subscription removed. */
export const findDue = (
  db: Queries,
  row: { site_id: number; subscription_id: number; topic: string; id: number },
  now: string,
) => db.one(due, { site: row.site_id, subscription: row.subscription_id, topic: row.topic, id: row.id, now });

/** For the export: the browsers that push messages go to, and what is on its way there. */
export const exportPush = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, { site, member }))!;

interface Known {
  gaps: number | null;
  sites: Map<number, { members: Set<number>; complete: boolean; until: number }>;
}

/**
 * Whether a member may have a push subscription. Cached in the process, so that a message to a member without one costs
 * nothing; true when unknown, and the next statement checks (docs/decisions/045-push.md).
 */
export function maybeSubscribed(app: Resources, site: number, member: number): boolean {
  const known = subscribers(app);
  const gaps = app.bus.gaps();
  if (gaps === null) return true;
  if (gaps !== known.gaps) known.sites.clear();
  known.gaps = gaps;
  let list = known.sites.get(site);
  if (!list || list.until < performance.now()) {
    list = { members: new Set(), complete: false, until: performance.now() + RETENTION_MS };
    known.sites.set(site, list);
    // a failed load is retried by the next caller
    load(app, site, list).catch(() => known.sites.delete(site));
  }
  return !list.complete || list.members.has(member);
}

/** Publishes to every process that a member has a push subscription. Call it after the commit. */
export function publishSubscribed({ bus }: Resources, site: number, member: number): void {
  bus.publish(TOPIC, { site, member });
}

const subscribers = appState((app): Known => {
  const known: Known = { gaps: app.bus.gaps(), sites: new Map() };
  app.bus.subscribe(TOPIC, ({ site, member }: { site: number; member: number }) =>
    known.sites.get(site)?.members.add(member),
  );
  return known;
});

async function load({ db }: Resources, site: number, list: { members: Set<number>; complete: boolean }): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db.all(subscribedAfter, { site, after });
    for (const { member_id } of rows) list.members.add(member_id);
    if (rows.length < BATCH) break;
    after = rows.at(-1)!.member_id;
  }
  list.complete = true;
}
