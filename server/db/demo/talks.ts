/**
 * Writes the community's likes and conversations, every message with its debit, so that the ledger is consistent from
 * the start.
 */
import { MESSAGE_KINDS } from "@serenade/contract/chat";
import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import type { Ids } from "../../kernel/ids.ts";
import { HOUSE, KINDS } from "../../modules/credits/tables.ts";
import { priceOf } from "./attachments.ts";
import { chatFolder } from "./pictures.ts";
import type { DemoLike, DemoLine, DemoTalk } from "./relations.ts";

const likes = write<{ site: number; rows: string }>(
  `insert into likes (site_id, liker_id, liked_id, created_at, seen_at, match_shown_at)
   select $site, r.* from jsonb_to_recordset($rows::jsonb) as r(liker_id bigint, liked_id bigint, created_at timestamptz, seen_at timestamptz,
          match_shown_at timestamptz)`,
);
const conversations = write<{ site: number; rows: string }>(
  `insert into conversations (site_id, id, a_id, b_id, started_by, created_at, last_id, last_at, last_from, preview, last_kind, unread_a, unread_b, read_a, read_b, accepted_at, answered_at)
   select $site, r.id, r.a_id, r.b_id, r.started_by, r.created_at, r.last_id, r.last_at, r.last_from, left(r.preview, 80), r.last_kind, r.unread_a, r.unread_b, r.read_a, r.read_b, r.answered_at, r.answered_at
     from jsonb_to_recordset($rows::jsonb) as r(id bigint, a_id bigint, b_id bigint, started_by bigint, created_at timestamptz, last_id bigint,
          last_at timestamptz, last_from bigint, preview text, last_kind smallint, unread_a int, unread_b int, read_a bigint, read_b bigint, answered_at timestamptz)`,
);
const messages = write<{ site: number; rows: string }>(
  `insert into messages (site_id, conversation_id, id, sender_id, client_key, body, created_at, kind, photo_id)
   select $site, r.* from jsonb_to_recordset($rows::jsonb) as r(conversation_id bigint, id bigint, sender_id bigint, client_key uuid, body text,
          created_at timestamptz, kind smallint, photo_id bigint)`,
);
const gifts = write<{ site: number; rows: string }>(
  `insert into gifts (site_id, receiver_id, id, sender_id, gift, created_at)
   select $site, r.* from jsonb_to_recordset($rows::jsonb) as r(receiver_id bigint, gift_id bigint, sender_id bigint, body text, created_at timestamptz)`,
);
const pictures = write<{ site: number; rows: string }>(
  `insert into chat_photos (site_id, id, sender_id, receiver_id, conversation_id, message_id, files, status, thumbhash, veiled, created_at)
   select $site, r.photo_id, r.sender_id, r.receiver_id, r.conversation_id, r.id, r.files, 'active', decode(r.thumbhash, 'base64'), r.blurred, r.created_at
     from jsonb_to_recordset($rows::jsonb) as r(photo_id bigint, sender_id bigint, receiver_id bigint, conversation_id bigint, id bigint, files text,
          thumbhash text, blurred boolean, created_at timestamptz)`,
);
/** Each sender pays for each message in order, from the grant of its wallet. */
const debits = write<{ site: number; rows: string }>(
  `insert into ledger (site_id, member_id, seq, idem, debit, credit, amount, kind, ref, balance_after, at)
   select $site, m.sender_id, w.seq + row_number() over turns, concat('message:', m.conversation_id, ':', m.id), m.sender_id, m.house, m.price,
          m.movement, m.id, w.balance - sum(m.price) over turns, m.created_at
     from jsonb_to_recordset($rows::jsonb) as m(conversation_id bigint, id bigint, sender_id bigint, created_at timestamptz, price bigint, house bigint,
          movement smallint)
     join wallets w on w.site_id = $site and w.member_id = m.sender_id
   window turns as (partition by m.sender_id order by m.created_at, m.id)`,
);
const settle = write<{ site: number }>(
  `update wallets w set balance = last.balance_after, seq = last.seq
     from (select distinct on (member_id) member_id, seq, balance_after from ledger where site_id = $site order by member_id, seq desc) last
    where w.site_id = $site and w.member_id = last.member_id`,
);
const counters = write<{ site: number }>(
  `update member_state t
      set new_likes = (select count(*)::int from likes l where l.site_id = $site and l.liked_id = t.member_id and l.seen_at is null),
          unread = (select coalesce(sum(case when c.a_id = t.member_id then c.unread_a else c.unread_b end), 0)::int
                      from conversations c where c.site_id = $site and (c.a_id = t.member_id or c.b_id = t.member_id))
    where t.site_id = $site`,
);

export async function insertTalks(
  tx: Transaction,
  ids: Ids,
  { site, now, likes: liked, talks }: { site: number; now: Date; likes: DemoLike[]; talks: DemoTalk[] },
): Promise<void> {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
  await tx.one(likes, { site, rows: JSON.stringify(liked.map((like) => likeRow(like, ago))) });
  // Message ids grow with time, and lists are ordered by them: the conversation that ended first gets its ids first.
  const inOrder = [...talks].sort((one, other) => endOf(one) - endOf(other));
  const rows = inOrder.map((talk) => talkRows(talk, ids, now));
  await tx.one(conversations, { site, rows: JSON.stringify(rows.map((row) => row.conversation)) });
  const sent = rows.flatMap((row) => row.messages);
  const rowsOf = (kind: string) => JSON.stringify(sent.filter((row) => MESSAGE_KINDS[row.kind] === kind));
  await tx.one(messages, { site, rows: JSON.stringify(sent) });
  await tx.one(gifts, { site, rows: rowsOf("gift") });
  await tx.one(pictures, { site, rows: rowsOf("photo") });
  await tx.one(debits, { site, rows: JSON.stringify(sent) });
  await tx.one(settle, { site });
  await tx.one(counters, { site });
}

const likeRow = ({ liker, liked, days_ago, seen }: DemoLike, ago: (seconds: number) => string) => ({
  liker_id: liker.id,
  liked_id: liked.id,
  created_at: ago(days_ago * 86_400),
  seen_at: seen ? ago(days_ago * 43_200) : null,
  match_shown_at: seen ? ago(days_ago * 43_200) : null,
});

/** Seconds after the start of time, for the order alone. */
const endOf = ({ started_ago, lines }: DemoTalk): number =>
  Math.min(-1, lines.reduce((sum, line) => sum + line.after_seconds, 0) - started_ago);

function talkRows({ starter, other, started_ago, lines, unread }: DemoTalk, ids: Ids, now: Date) {
  const conversation_id = ids.next();
  let at = now.getTime() - started_ago * 1000;
  const rows = lines.map((line, index) => {
    at = Math.min(at + line.after_seconds * 1000, now.getTime() - (lines.length - index) * 1000);
    const receiver = line.from === starter ? other : starter;
    return {
      conversation_id,
      id: ids.next(),
      sender_id: line.from.id,
      receiver_id: receiver.id,
      client_key: crypto.randomUUID(),
      created_at: new Date(at).toISOString(),
      ...contentOf(line, ids),
      blurred: !lines.slice(0, index).some(({ from }) => from === receiver),
    };
  });
  const last = rows.at(-1)!;
  const before = rows.at(-2)?.id ?? 0;
  const [a, b] = [starter.id, other.id].sort((one, two) => one - two) as [number, number];
  const readBy = (member: number) => (unread && last.sender_id !== member ? before : last.id);
  const unreadBy = (member: number) => (unread && last.sender_id !== member ? 1 : 0);
  const conversation = {
    id: conversation_id,
    a_id: a,
    b_id: b,
    started_by: starter.id,
    created_at: rows[0]!.created_at,
    last_id: last.id,
    last_at: last.created_at,
    last_from: last.sender_id,
    preview: last.body,
    last_kind: last.kind,
    unread_a: unreadBy(a),
    unread_b: unreadBy(b),
    read_a: readBy(a),
    read_b: readBy(b),
    answered_at: rows.find((row) => row.sender_id !== starter.id)?.created_at ?? null,
  };
  return { conversation, messages: rows };
}

/** The body and kind of a message as chat/send writes them, with the ids of its attachment, and its cost. */
function contentOf(line: DemoLine, ids: Ids) {
  const { text, attached } = line;
  const kind = !attached ? "text" : "gift" in attached ? "gift" : "photo";
  const movement = kind === "text" ? "message" : kind;
  const paid = {
    kind: MESSAGE_KINDS.indexOf(kind),
    price: priceOf(line),
    house: HOUSE[movement],
    movement: KINDS[movement],
  };
  if (!attached) return { ...paid, body: text };
  if ("gift" in attached) return { ...paid, body: attached.gift, gift_id: ids.next() };
  const { picture } = attached;
  return { ...paid, body: "", photo_id: ids.next(), files: chatFolder(picture), thumbhash: null };
}
