/**
 * Counters of members: everything that changes what a member sees bumps `version` in the same transaction, and
 * publishes to the open tabs after the commit. The public version is this one plus the wallet's `seq`, which every
 * debit increments anyway: so a send needs no second row of the sender, and concurrent sends cannot deadlock.
 */
import type { NotificationKind, Switches } from "@serenade/contract/notifications";
import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { publishEvent } from "../../kernel/live.ts";
import type { Resources } from "../../kernel/resources.ts";

/** Counts only visible members who are not blocked, so that a badge never counts what no list shows. */
const newLikes = (member: string): string => `(select count(*)::int from likes l
    where l.site_id = $site and l.liked_id = ${member} and l.seen_at is null
      and exists (select from members o where o.site_id = $site and o.id = l.liker_id and o.seen)
      and not exists (select from blocks b where b.site_id = $site and (b.blocker_id, b.blocked_id) in ((l.liker_id, l.liked_id), (l.liked_id, l.liker_id))))`;
const unread = (
  member: string,
): string => `(select coalesce(sum(case when c.a_id = ${member} then c.unread_a else c.unread_b end), 0)::int
     from conversations c
    where c.site_id = $site and (c.a_id = ${member} or c.b_id = ${member})
      and c.last_id > case when c.a_id = ${member} then c.removed_a else c.removed_b end
      and exists (select from members o
                   where o.site_id = $site and o.id = case when c.a_id = ${member} then c.b_id else c.a_id end and o.seen)
      and not exists (select from blocks b where b.site_id = $site and (b.blocker_id, b.blocked_id) in ((c.a_id, c.b_id), (c.b_id, c.a_id))))`;

const insertState = write<{ site: number; member: number }>(
  "insert into member_state (site_id, member_id) values ($site, $member) on conflict do nothing",
);
const bump = write<{ site: number; member: number }, { version: number }>(
  `update member_state set version = version + 1 where site_id = $site and member_id = $member
   returning version + (select seq from wallets where site_id = $site and member_id = $member) as version`,
);
// recounted behind these locks: a statement that had to wait would count without the other one's changes
const lockState = write<{ site: number; member: number }, { version: number }>(
  "select version from member_state where site_id = $site and member_id = $member for no key update",
);
const AROUND = `select liked_id from likes where site_id = $site and liker_id = $member
          union select liker_id from likes where site_id = $site and liked_id = $member
          union select b_id from conversations where site_id = $site and a_id = $member
          union select a_id from conversations where site_id = $site and b_id = $member`;
const lockAround = write<{ site: number; member: number }, { member_id: number }>(
  `select member_id from member_state where site_id = $site and member_id in (${AROUND}) order by member_id for no key update`,
);
const bumpLikes = write<{ site: number; member: number }, { version: number }>(
  `update member_state set version = version + 1,
          new_likes = ${newLikes("$member")}
    where site_id = $site and member_id = $member
   returning version + (select seq from wallets where site_id = $site and member_id = $member) as version`,
);
const bumpUnread = write<{ site: number; member: number }, { version: number }>(
  `update member_state set version = version + 1,
          unread = ${unread("$member")}
    where site_id = $site and member_id = $member
   returning version + (select seq from wallets where site_id = $site and member_id = $member) as version`,
);
const bumpAround = write<{ site: number; member: number }, { member_id: number; version: number }>(
  `update member_state t set version = t.version + 1, new_likes = ${newLikes("t.member_id")}, unread = ${unread("t.member_id")}
    where t.site_id = $site and t.member_id in (${AROUND})
   returning t.member_id, t.version + (select seq from wallets w where w.site_id = $site and w.member_id = t.member_id) as version`,
);
const deleteState = write<{ site: number; member: number }>(
  "delete from member_state where site_id = $site and member_id = $member",
);
const deleteChoices = write<{ site: number; member: number }>(
  "delete from notification_choices where site_id = $site and member_id = $member",
);

const choose = write<{
  site: number;
  member: number;
  kind: NotificationKind;
  mail: boolean;
  push: boolean;
  now: string;
}>(
  `insert into notification_choices (site_id, member_id, kind, mail, push, chosen_at) values ($site, $member, $kind, $mail, $push, $now)
   on conflict (site_id, member_id, kind) do update
      set mail = excluded.mail, push = excluded.push, chosen_at = excluded.chosen_at`,
);

/** Stores notification preferences; the time is the proof of consent. */
export async function chooseNotifications(
  { clock }: Resources,
  tx: Transaction,
  who: { site: number; member: number },
  kinds: Partial<Record<NotificationKind, Switches>>,
): Promise<void> {
  for (const [kind, { mail, push }] of Object.entries(kinds) as [NotificationKind, Switches][])
    await tx.one(choose, { site: who.site, member: who.member, kind, mail, push, now: clock.iso() });
}

/** The counters of a new member. */
export async function createState(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(insertState, { site, member });
}

type Change = "like" | "match" | "credits" | "chats" | "photo";

/** Bumps the version and, after the commit, names what changed to the member's open tabs. */
export async function bumpVersion(
  { bus }: Resources,
  tx: Transaction,
  site: number,
  member: number,
  what: Change,
): Promise<void> {
  const statement = what === "like" || what === "match" ? bumpLikes : what === "chats" ? bumpUnread : bump;
  if (statement !== bump) await tx.one(lockState, { site, member });
  const row = await tx.one(statement, { site, member });
  if (row) tx.afterCommit(() => publishEvent(bus, site, member, { type: what, version: row.version }));
}

/** A member was hidden or shown: recounts for all members with a like or a conversation with them. */
export async function recountNeighbours(
  { bus }: Resources,
  tx: Transaction,
  site: number,
  member: number,
): Promise<void> {
  await tx.all(lockAround, { site, member });
  const rows = await tx.all(bumpAround, { site, member });
  tx.afterCommit(() => {
    for (const { member_id, version } of rows)
      for (const type of ["chats", "like"]) publishEvent(bus, site, member_id, { type, version });
  });
}

export async function eraseState(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteState, { site, member });
  await tx.one(deleteChoices, { site, member });
}

/**
 * Part of the send statement (chat): the receiver's version and unread count. `to_id` and `shown` are from the
 * statement's `u`; a badge never counts what no list shows.
 */
export const BUMP_RECEIVER = `update member_state t set version = t.version + 1, unread = t.unread + u.shown::int
  from u where t.site_id = $site and t.member_id = u.to_id
  returning t.version + (select seq from wallets r where r.site_id = $site and r.member_id = t.member_id) as version`;

/** Part of the batch statement (chat): the same for every receiver in `c`, however many texts each gets. */
export const BUMP_RECEIVERS = `update member_state t set version = t.version + g.texts, unread = t.unread + g.texts
  from (select to_id, count(*)::int as texts from c group by to_id) g where t.site_id = $site and t.member_id = g.to_id`;
