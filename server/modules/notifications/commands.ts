/**
 * What happens to a member's counters: everything that changes what a member sees bumps `version` in the same transaction,
 * and tells the open tabs after the commit. The version that the outside compares is this one plus the wallet's `seq`, which
 * every debit moves anyway: so a send needs no second row of the sender, and no two sends can wait for each other in a circle.
 */
import type { NotificationKind, Switches } from "@serenade/contract/notifications";
import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { tell } from "../../kernel/live.ts";
import type { Resources } from "../../kernel/resources.ts";

/** What is counted comes from members that are seen and not behind a block: nobody keeps a badge for what no list shows. */
const newLikes = (member: string): string => `(select count(*)::int from likes l
    where l.site_id = $1 and l.liked_id = ${member} and l.seen_at is null
      and exists (select from members o where o.site_id = $1 and o.id = l.liker_id and o.seen)
      and not exists (select from blocks b where b.site_id = $1 and (b.blocker_id, b.blocked_id) in ((l.liker_id, l.liked_id), (l.liked_id, l.liker_id))))`;
const unread = (
  member: string,
): string => `(select coalesce(sum(case when c.a_id = ${member} then c.unread_a else c.unread_b end), 0)::int
     from conversations c
    where c.site_id = $1 and (c.a_id = ${member} or c.b_id = ${member})
      and c.last_id > case when c.a_id = ${member} then c.removed_a else c.removed_b end
      and exists (select from members o
                   where o.site_id = $1 and o.id = case when c.a_id = ${member} then c.b_id else c.a_id end and o.seen)
      and not exists (select from blocks b where b.site_id = $1 and (b.blocker_id, b.blocked_id) in ((c.a_id, c.b_id), (c.b_id, c.a_id))))`;

const insertState = write<[number, number]>(
  "insert into member_state (site_id, member_id) values ($1, $2) on conflict do nothing",
);
const bump = write<[number, number], { version: number }>(
  `update member_state set version = version + 1 where site_id = $1 and member_id = $2
   returning version + (select seq from wallets where site_id = $1 and member_id = $2) as version`,
);
// Counters are counted anew behind these locks: a statement that had to wait for another one would count without what that one did.
const lockState = write<[number, number], { version: number }>(
  "select version from member_state where site_id = $1 and member_id = $2 for no key update",
);
const AROUND = `select liked_id from likes where site_id = $1 and liker_id = $2
          union select liker_id from likes where site_id = $1 and liked_id = $2
          union select b_id from conversations where site_id = $1 and a_id = $2
          union select a_id from conversations where site_id = $1 and b_id = $2`;
const lockAround = write<[number, number], { member_id: number }>(
  `select member_id from member_state where site_id = $1 and member_id in (${AROUND}) order by member_id for no key update`,
);
const bumpLikes = write<[number, number], { version: number }>(
  `update member_state set version = version + 1,
          new_likes = ${newLikes("$2")}
    where site_id = $1 and member_id = $2
   returning version + (select seq from wallets where site_id = $1 and member_id = $2) as version`,
);
const bumpUnread = write<[number, number], { version: number }>(
  `update member_state set version = version + 1,
          unread = ${unread("$2")}
    where site_id = $1 and member_id = $2
   returning version + (select seq from wallets where site_id = $1 and member_id = $2) as version`,
);
const bumpAround = write<[number, number], { member_id: number; version: number }>(
  `update member_state t set version = t.version + 1, new_likes = ${newLikes("t.member_id")}, unread = ${unread("t.member_id")}
    where t.site_id = $1 and t.member_id in (${AROUND})
   returning t.member_id, t.version + (select seq from wallets w where w.site_id = $1 and w.member_id = t.member_id) as version`,
);
const deleteState = write<[number, number]>("delete from member_state where site_id = $1 and member_id = $2");
const deleteChoices = write<[number, number]>("delete from notification_choices where site_id = $1 and member_id = $2");

const choose = write<[number, number, NotificationKind, boolean, boolean, string]>(
  `insert into notification_choices (site_id, member_id, kind, mail, push, chosen_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (site_id, member_id, kind) do update
      set mail = excluded.mail, push = excluded.push, chosen_at = excluded.chosen_at`,
);

/** Keeps what a member chose to be told; the time is the proof of the consent. */
export async function chooseNotifications(
  { clock }: Resources,
  tx: Transaction,
  who: { site: number; member: number },
  kinds: Partial<Record<NotificationKind, Switches>>,
): Promise<void> {
  for (const [kind, { mail, push }] of Object.entries(kinds) as [NotificationKind, Switches][])
    await tx.one(choose, who.site, who.member, kind, mail, push, clock.iso());
}

/** The counters of a new member. */
export async function createState(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(insertState, site, member);
}

type Change = "like" | "match" | "credits" | "chats" | "photo";

/** Bumps the version and, after the commit, names what changed to the member's open tabs. */
export async function changed(
  { bus }: Resources,
  tx: Transaction,
  site: number,
  member: number,
  what: Change,
): Promise<void> {
  const statement = what === "like" || what === "match" ? bumpLikes : what === "chats" ? bumpUnread : bump;
  if (statement !== bump) await tx.one(lockState, site, member);
  const row = await tx.one(statement, site, member);
  if (row) tx.afterCommit(() => tell(bus, site, member, { type: what, version: row.version }));
}

/** The member is hidden or seen again: everybody who has a like or a conversation with them counts anew. */
export async function recountNeighbours(
  { bus }: Resources,
  tx: Transaction,
  site: number,
  member: number,
): Promise<void> {
  await tx.all(lockAround, site, member);
  const rows = await tx.all(bumpAround, site, member);
  tx.afterCommit(() => {
    for (const { member_id, version } of rows)
      for (const type of ["chats", "like"]) tell(bus, site, member_id, { type, version });
  });
}

export async function eraseState(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteState, site, member);
  await tx.one(deleteChoices, site, member);
}

/** Part of the send statement (chat): the receiver's version and unread count. `to_id` comes from the statement's `u`. */
export const BUMP_RECEIVER = `update member_state t set version = t.version + 1, unread = t.unread + 1
  from u where t.site_id = $1 and t.member_id = u.to_id
  returning t.version + (select seq from wallets r where r.site_id = $1 and r.member_id = t.member_id) as version`;

/** Part of the statement that sends many texts at once (chat): the same for every receiver in `c`, however many come to one. */
export const BUMP_RECEIVERS = `update member_state t set version = t.version + g.texts, unread = t.unread + g.texts
  from (select to_id, count(*)::int as texts from c group by to_id) g where t.site_id = $1 and t.member_id = g.to_id`;
