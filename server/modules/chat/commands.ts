/** Reading, deleting and typing in a conversation (§4 Chat). */
import type { Queries, Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { tell } from "../../kernel/live.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { blocksBetween } from "../members/queries.ts";
import { changed } from "../notifications/commands.ts";
import { eraseGifts } from "./gifts/commands.ts";
import { erasePictures } from "./photos/commands.ts";
import { getConversation, showsReceipts } from "./queries.ts";

const MINE = "site_id = $1 and id = $3 and $2 in (a_id, b_id)";

const lock = write<[number, number, number], { id: number }>(
  `select id from conversations where ${MINE} for no key update`,
);
/**
 * Unread becomes what came after the message that was seen: nothing, unless another one arrived meanwhile. Runs behind `lock`:
 * a statement that had to wait for a send would count without that send's message.
 */
const markRead = write<[number, number, number, number], { other_id: number; moved: boolean }>(
  `with c as (select *, case when a_id = $2 then read_a else read_b end as before,
                       case when a_id = $2 then removed_a else removed_b end as removed from conversations where ${MINE}),
        rest as (select count(*)::int as n from messages m, c
                  where m.site_id = $1 and m.conversation_id = $3 and m.id > greatest($4::bigint, c.before, c.removed) and m.sender_id <> $2)
   update conversations x
      set read_a = case when x.a_id = $2 then greatest(x.read_a, least($4::bigint, x.last_id)) else x.read_a end,
          read_b = case when x.a_id = $2 then x.read_b else greatest(x.read_b, least($4::bigint, x.last_id)) end,
          unread_a = case when x.a_id = $2 then rest.n else x.unread_a end,
          unread_b = case when x.a_id = $2 then x.unread_b else rest.n end
     from c, rest where x.site_id = $1 and x.id = c.id
   returning case when x.a_id = $2 then x.b_id else x.a_id end as other_id, c.before < $4::bigint as moved`,
);
const remove = write<[number, number, number], { id: number }>(
  `update conversations
      set removed_a = case when a_id = $2 then last_id else removed_a end,
          removed_b = case when a_id = $2 then removed_b else last_id end,
          unread_a = case when a_id = $2 then 0 else unread_a end,
          unread_b = case when a_id = $2 then unread_b else 0 end
    where ${MINE} returning id`,
);

const deleteMessages = write<[number, number]>(
  `delete from messages where site_id = $1
      and conversation_id in (select id from conversations where site_id = $1 and $2 in (a_id, b_id))`,
);
const deleteConversations = write<[number, number]>(
  "delete from conversations where site_id = $1 and $2 in (a_id, b_id)",
);

const deleteFirstTexts = write<[number, number]>(
  "delete from first_texts where site_id = $1 and $2 in (member_id, receiver_id)",
);
const deleteAcknowledgements = write<[number, number]>(
  "delete from fictional_acknowledgements where site_id = $1 and $2 in (member_id, fictional_id)",
);
const deleteReminders = write<[number, number]>("delete from unread_reminders where site_id = $1 and member_id = $2");

/** Whole conversations go with the member: nobody is left whom the other side could read them with. */
export async function eraseChats(tx: Transaction, site: number, member: number): Promise<void> {
  await erasePictures(tx, site, member);
  await eraseGifts(tx, site, member);
  await tx.one(deleteMessages, site, member);
  await tx.one(deleteConversations, site, member);
  await tx.one(deleteFirstTexts, site, member);
  await tx.one(deleteAcknowledgements, site, member);
  await tx.one(deleteReminders, site, member);
}

export interface Place {
  site: number;
  member: number;
  conversation: number;
}

/** Messages up to `message` were on screen; the other side's open tabs learn it, unless the member keeps it to themselves. */
export async function readMessages(
  app: Resources,
  { site, member, conversation }: Place,
  message: number,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    orNotFound(await tx.one(lock, site, member, conversation));
    const { other_id, moved } = orNotFound(await tx.one(markRead, site, member, conversation, message));
    if (!moved) return;
    await changed(app, tx, site, member, "chats");
    const sealed = {
      conversation: app.ids.seal("conversation", conversation),
      message: app.ids.seal("message", message),
    };
    if ((await isCutOff(tx, site, member, other_id)) || !(await showsReceipts(tx, site, member, other_id))) return;
    tx.afterCommit(() => tell(app.bus, site, other_id, { type: "read", ...sealed }));
  });
}

/** Deletes a conversation for the member alone; a new message brings it back with only the new ones. */
export async function removeConversation(app: Resources, { site, member, conversation }: Place): Promise<void> {
  await app.db.transaction(async (tx) => {
    orNotFound(await tx.one(remove, site, member, conversation));
    await changed(app, tx, site, member, "chats");
  });
}

/** Tells the other side that the member is typing; kept nowhere. */
export async function tellTyping(app: Resources, { site, member, conversation }: Place): Promise<void> {
  const { other_id, declined } = await getConversation(app.db, site, member, conversation);
  if (declined || (await isCutOff(app.db, site, member, other_id))) return;
  tell(app.bus, site, other_id, { type: "typing", conversation: app.ids.seal("conversation", conversation) });
}

/** Nothing of what one does is felt across a block, in either direction (security: T6). */
async function isCutOff(db: Queries, site: number, member: number, other: number): Promise<boolean> {
  const { by_viewer, by_other } = await blocksBetween(db, site, member, other);
  return by_viewer || by_other;
}
