/** Reading, deleting and typing in a conversation (§4 Chat). */
import type { Queries, Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { publishEvent } from "../../kernel/live.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { blocksBetween } from "../members/queries.ts";
import { bumpVersion } from "../notifications/commands.ts";
import { eraseGifts } from "./gifts/commands.ts";
import { erasePictures } from "./photos/commands.ts";
import { getConversation, showsReceipts } from "./queries.ts";

const MINE = "site_id = $site and id = $conversation and $member in (a_id, b_id)";

/**
 * Part of the send statements: what a message changes in its conversation `x`. The arguments are SQL: columns of the
 * messages that are written, or the statement's parameters.
 */
export const updateAfterMessage = (message: { id: string; sender: string; body: string; kind: number }): string => {
  const { id, sender, body, kind } = message;
  return `update conversations x
      set last_id = ${id}, last_at = $now, last_from = ${sender}, preview = left(${body}, 80), last_kind = ${kind},
          unread_a = x.unread_a + (x.a_id <> ${sender})::int,
          unread_b = x.unread_b + (x.b_id <> ${sender})::int,
          accepted_at = case when x.started_by = ${sender} then x.accepted_at else coalesce(x.accepted_at, $now) end,
          answered_at = case when x.started_by = ${sender} then x.answered_at else coalesce(x.answered_at, $now) end,
          declined_at = case when x.started_by = ${sender} then x.declined_at end`;
};

const lock = write<{ site: number; member: number; conversation: number }, { id: number }>(
  `select id from conversations where ${MINE} for no key update`,
);
/**
 * Sets unread to the number of messages after the one that was seen. Runs behind `lock`: a statement that had to wait
 * for a send would count without that send's message.
 */
const markRead = write<
  { site: number; member: number; conversation: number; message: number },
  { other_id: number; moved: boolean }
>(
  `with c as (select *, case when a_id = $member then read_a else read_b end as before,
                       case when a_id = $member then removed_a else removed_b end as removed from conversations where ${MINE}),
        rest as (select count(*)::int as n from messages m, c
                  where m.site_id = $site and m.conversation_id = $conversation and m.id > greatest($message::bigint, c.before, c.removed) and m.sender_id <> $member)
   update conversations x
      set read_a = case when x.a_id = $member then greatest(x.read_a, least($message::bigint, x.last_id)) else x.read_a end,
          read_b = case when x.a_id = $member then x.read_b else greatest(x.read_b, least($message::bigint, x.last_id)) end,
          unread_a = case when x.a_id = $member then rest.n else x.unread_a end,
          unread_b = case when x.a_id = $member then x.unread_b else rest.n end
     from c, rest where x.site_id = $site and x.id = c.id
   returning case when x.a_id = $member then x.b_id else x.a_id end as other_id, c.before < $message::bigint as moved`,
);
const remove = write<{ site: number; member: number; conversation: number }, { id: number }>(
  `update conversations
      set removed_a = case when a_id = $member then last_id else removed_a end,
          removed_b = case when a_id = $member then removed_b else last_id end,
          unread_a = case when a_id = $member then 0 else unread_a end,
          unread_b = case when a_id = $member then unread_b else 0 end
    where ${MINE} returning id`,
);

const deleteMessages = write<{ site: number; member: number }>(
  `delete from messages where site_id = $site
      and conversation_id in (select id from conversations where site_id = $site and $member in (a_id, b_id))`,
);
const deleteConversations = write<{ site: number; member: number }>(
  "delete from conversations where site_id = $site and $member in (a_id, b_id)",
);

const deleteFirstTexts = write<{ site: number; member: number }>(
  "delete from first_texts where site_id = $site and $member in (member_id, receiver_id)",
);
const deleteAcknowledgements = write<{ site: number; member: number }>(
  "delete from fictional_acknowledgements where site_id = $site and $member in (member_id, fictional_id)",
);
const deleteReminders = write<{ site: number; member: number }>(
  "delete from unread_reminders where site_id = $site and member_id = $member",
);

/** Deletes whole conversations of the member, for both sides. */
export async function eraseChats(tx: Transaction, site: number, member: number): Promise<void> {
  await erasePictures(tx, site, member);
  await eraseGifts(tx, site, member);
  await tx.one(deleteMessages, { site, member });
  await tx.one(deleteConversations, { site, member });
  await tx.one(deleteFirstTexts, { site, member });
  await tx.one(deleteAcknowledgements, { site, member });
  await tx.one(deleteReminders, { site, member });
}

export interface ConversationKey {
  site: number;
  member: number;
  conversation: number;
}

/** Marks messages up to `message` as read; publishes that to the other member unless read receipts are off. */
export async function readMessages(
  app: Resources,
  { site, member, conversation }: ConversationKey,
  message: number,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    orNotFound(await tx.one(lock, { site, member, conversation }));
    const { other_id, moved } = orNotFound(await tx.one(markRead, { site, member, conversation, message }));
    if (!moved) return;
    await bumpVersion(app, tx, site, member, "chats");
    const publicIds = {
      conversation: app.ids.encode("conversation", conversation),
      message: app.ids.encode("message", message),
    };
    if ((await isBlockedEitherWay(tx, site, member, other_id)) || !(await showsReceipts(tx, site, member, other_id)))
      return;
    tx.afterCommit(() => publishEvent(app.bus, site, other_id, { type: "read", ...publicIds }));
  });
}

/** Deletes a conversation for the member alone; a new message restores it with only the new ones. */
export async function removeConversation(
  app: Resources,
  { site, member, conversation }: ConversationKey,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    orNotFound(await tx.one(remove, { site, member, conversation }));
    await bumpVersion(app, tx, site, member, "chats");
  });
}

/** Publishes a typing event to the other member; not stored. */
export async function publishTyping(app: Resources, { site, member, conversation }: ConversationKey): Promise<void> {
  const { other_id, declined } = await getConversation(app.db, site, member, conversation);
  if (declined || (await isBlockedEitherWay(app.db, site, member, other_id))) return;
  publishEvent(app.bus, site, other_id, { type: "typing", conversation: app.ids.encode("conversation", conversation) });
}

/** No action has an effect across a block, in either direction (security: T6). */
async function isBlockedEitherWay(db: Queries, site: number, member: number, other: number): Promise<boolean> {
  const { by_viewer, by_other } = await blocksBetween(db, site, member, other);
  return by_viewer || by_other;
}
