/** Reads of conversations and messages; each through the viewer, so what is not yours is not there. */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import { CARD_COLUMNS, joinCard, notBlocked } from "../members/queries.ts";
import type { ChatRow, ConversationRow, FirstRow, MessageRow } from "./tables.ts";

/** Started by the other member, and neither accepted nor declined. */
const OPEN = "accepted_at is null and declined_at is null and started_by <> $viewer";
const SIDE = `case when a_id = $viewer then b_id else a_id end as other_id,
  case when a_id = $viewer then unread_a else unread_b end as unread,
  case when a_id = $viewer then removed_a else removed_b end as removed,
  case when a_id = $viewer then read_b else read_a end as read_by_other,
  not exists (select from member_preferences x
               where x.site_id = $site and x.member_id = case when a_id = $viewer then b_id else a_id end and not x.read_receipts) as receipts,
  ${OPEN} and not exists (select from likes l where l.site_id = $site and l.liker_id = $viewer
                             and l.liked_id = case when a_id = $viewer then b_id else a_id end) as request,
  answered_at is not null as answered, declined_at is not null and started_by = $viewer as declined`;

const byId = read<{ site: number; viewer: number; id: number }, ConversationRow>(
  `select id, ${SIDE} from conversations where site_id = $site and id = $id and $viewer in (a_id, b_id)`,
);
const byPair = read<{ site: number; viewer: number; other: number }, ConversationRow>(
  `select id, ${SIDE} from conversations
    where site_id = $site and a_id = least($viewer::bigint, $other::bigint) and b_id = greatest($viewer::bigint, $other::bigint)`,
);
const mine = `select id, b_id as other, last_id, last_at, last_from, preview, last_kind, unread_a as unread, ${OPEN} as open
    from conversations where site_id = $site and a_id = $viewer and last_id > removed_a
   union all
  select id, a_id, last_id, last_at, last_from, preview, last_kind, unread_b, ${OPEN}
    from conversations where site_id = $site and b_id = $viewer and last_id > removed_b`;
/** "offset 0" sorts before the joins, so that members are looked up only for the conversations of the page. */
const chats = read<{ site: number; viewer: number; limit: number }, ChatRow>(
  `select ${CARD_COLUMNS}, c.id as conversation_id, c.last_at, c.preview, c.last_kind, c.last_from = $viewer as last_mine, c.unread, c.open
     from (select * from (${mine}) all_mine order by last_id desc offset 0) c ${joinCard("c.other")}
    where m.seen and ${notBlocked("c.other")}
    order by c.last_id desc limit $limit`,
);
/** Messages of a conversation `$2` with what they show of their pictures. */
const MESSAGES = `select m.id, m.client_key, m.sender_id, m.body, m.created_at, m.kind, m.photo_id, p.status as photo_status,
         encode(p.thumbhash, 'base64') as photo_thumbhash, p.veiled and p.revealed_at is null as photo_blurred
    from messages m left join chat_photos p on p.site_id = m.site_id and p.id = m.photo_id
   where m.site_id = $site and m.conversation_id = $conversation`;
const page = read<{ site: number; conversation: number; removed: number; before: number; limit: number }, MessageRow>(
  `${MESSAGES} and m.id > $removed and m.id < $before order by m.id desc limit $limit`,
);
const message = read<{ site: number; conversation: number; id: number }, MessageRow>(`${MESSAGES} and m.id = $id`);
const count = read<{ site: number; conversation: number; removed: number }, { n: number }>(
  "select count(*)::int as n from messages where site_id = $site and conversation_id = $conversation and id > $removed",
);

const first = read<{ site: number; sender: number; receiver: number }, FirstRow>(
  `select coalesce(x.write_first, 'everyone') as choice,
          exists (select from likes where site_id = $site and liker_id = r.id and liked_id = s.id) as liked,
          s.confirmed_at is not null as confirmed,
          exists (select from photos p where p.site_id = $site and p.member_id = s.id and p.status = 'active') as photo,
          s.gender, s.date_of_birth, r.looking_for, d.seek_min_age, d.seek_max_age, s.premium_since,
          (select count(*)::int from reports p where p.site_id = $site and p.reported_id = s.id and p.upheld_at is not null) as upheld,
          s.fictional as from_fictional, r.fictional as to_fictional,
          exists (select from fictional_acknowledgements k
                   where k.site_id = $site and k.member_id = s.id and k.fictional_id = r.id) as acknowledged
     from members r
     join member_details d on d.site_id = r.site_id and d.member_id = r.id
     join members s on s.site_id = r.site_id and s.id = $sender
     left join member_preferences x on x.site_id = r.site_id and x.member_id = r.id
    where r.site_id = $site and r.id = $receiver`,
);
const acknowledged = read<{ site: number; member: number; fictional: number }, { acknowledged: boolean }>(
  `select exists (select from fictional_acknowledgements
                   where site_id = $site and member_id = $member and fictional_id = $fictional) as acknowledged`,
);
const receipts = read<{ site: number; member: number; other: number }, { shown: boolean }>(
  `select o.premium_since is not null and coalesce(p.read_receipts, true) as shown
     from members o left join member_preferences p on p.site_id = $site and p.member_id = $member
    where o.site_id = $site and o.id = $other`,
);

/** What decides whether `sender` may write to `receiver` first. */
export async function getFirst(db: Queries, site: number, sender: number, receiver: number): Promise<FirstRow> {
  return orNotFound(await db.one(first, { site, sender, receiver }));
}

/** Whether the member has read what this fictional profile is. */
export const hasAcknowledged = async (db: Queries, site: number, member: number, fictional: number): Promise<boolean> =>
  (await db.one(acknowledged, { site, member, fictional }))!.acknowledged;

/** Whether `other` sees read receipts of `member`: premium members do, unless the reader turned them off. */
export const showsReceipts = async (db: Queries, site: number, member: number, other: number): Promise<boolean> =>
  (await db.one(receipts, { site, member, other }))?.shown ?? false;

export async function getConversation(db: Queries, site: number, viewer: number, id: number): Promise<ConversationRow> {
  return orNotFound(await db.one(byId, { site, viewer, id }));
}

export const findConversationWith = (db: Queries, site: number, viewer: number, other: number) =>
  db.one(byPair, { site, viewer, other });

/** The newest conversations of a member, without deleted and blocked ones and those with hidden members. */
export const listChats = (db: Queries, site: number, member: number, limit: number): Promise<ChatRow[]> =>
  db.all(chats, { site, viewer: member, limit });

/** Messages after `removed` and before `before`, the newest first. */
export const listMessages = (
  db: Queries,
  at: { site: number; conversation: number; removed: number; before: number; limit: number },
): Promise<MessageRow[]> =>
  db.all(page, {
    site: at.site,
    conversation: at.conversation,
    removed: at.removed,
    before: at.before,
    limit: at.limit,
  });

/** One message of a conversation; the caller has checked access. */
export const findMessage = (db: Queries, site: number, conversation: number, id: number): Promise<MessageRow | null> =>
  db.one(message, { site, conversation, id });

export async function countMessages(db: Queries, site: number, conversation: number, removed: number): Promise<number> {
  return (await db.one(count, { site, conversation, removed }))!.n;
}

const exported = read<
  { site: number; member: number },
  {
    conversations: unknown[];
    messages: unknown[];
    chat_photos: unknown[];
    gifts: unknown[];
    fictional_acknowledgements: unknown[];
    unread_reminders: unknown[];
  }
>(
  `select array(select jsonb_build_object('id', c.id, 'with', m.name, 'started_by_me', c.started_by = $member, 'created_at', c.created_at,
                                          'accepted_at', case when c.started_by <> $member or c.answered_at is not null then c.accepted_at end,
                                          'declined_at', case when c.started_by <> $member then c.declined_at end)
                  from conversations c
                  join members m on m.site_id = c.site_id and m.id = case when c.a_id = $member then c.b_id else c.a_id end
                 where c.site_id = $site and $member in (c.a_id, c.b_id) order by c.id) as conversations,
          array(select jsonb_build_object('conversation_id', x.conversation_id, 'id', x.id, 'mine', x.sender_id = $member,
                                          'kind', x.kind, 'body', x.body, 'created_at', x.created_at)
                  from conversations c join messages x on x.site_id = c.site_id and x.conversation_id = c.id
                 where c.site_id = $site and $member in (c.a_id, c.b_id)
                   and x.id > case when c.a_id = $member then c.removed_a else c.removed_b end
                 order by x.conversation_id, x.id) as messages,
          array(select jsonb_build_object('id', p.id, 'conversation_id', p.conversation_id, 'message_id', p.message_id,
                                          'mine', p.sender_id = $member, 'status', p.status, 'created_at', p.created_at)
                  from chat_photos p where p.site_id = $site and $member in (p.sender_id, p.receiver_id) order by p.id) as chat_photos,
          array(select jsonb_build_object('id', g.id, 'gift', g.gift, 'received', g.receiver_id = $member, 'hidden', g.hidden_at is not null,
                                          'created_at', g.created_at)
                  from gifts g where g.site_id = $site and $member in (g.sender_id, g.receiver_id) order by g.id) as gifts,
          array(select to_jsonb(k) - 'site_id' from fictional_acknowledgements k
                 where site_id = $site and member_id = $member order by acknowledged_at) as fictional_acknowledgements,
          array(select to_jsonb(u) - 'site_id' from unread_reminders u
                 where site_id = $site and member_id = $member) as unread_reminders`,
);

/** For the export: what was written, sent and received, as far as the member did not remove it. */
export const exportChats = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, { site, member }))!;
