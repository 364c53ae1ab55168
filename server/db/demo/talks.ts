/** Writes the community's likes and conversations, every message with its debit, so that the ledger's proofs hold from the start. */

import type { Transaction } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { DemoLike, DemoTalk } from "./relations.ts";

const likes = write<[number, string]>(
  `insert into likes (site_id, liker_id, liked_id, created_at, seen_at, match_shown_at)
   select $1, r.* from jsonb_to_recordset($2::jsonb) as r(liker_id bigint, liked_id bigint, created_at timestamptz, seen_at timestamptz,
          match_shown_at timestamptz)`,
);
const conversations = write<[number, string]>(
  `insert into conversations (site_id, id, a_id, b_id, started_by, created_at, last_id, last_at, last_from, preview, unread_a, unread_b, read_a, read_b, accepted_at, answered_at)
   select $1, r.id, r.a_id, r.b_id, r.started_by, r.created_at, r.last_id, r.last_at, r.last_from, left(r.preview, 80), r.unread_a, r.unread_b, r.read_a, r.read_b, r.answered_at, r.answered_at
     from jsonb_to_recordset($2::jsonb) as r(id bigint, a_id bigint, b_id bigint, started_by bigint, created_at timestamptz, last_id bigint,
          last_at timestamptz, last_from bigint, preview text, unread_a int, unread_b int, read_a bigint, read_b bigint, answered_at timestamptz)`,
);
const messages = write<[number, string]>(
  `insert into messages (site_id, conversation_id, id, sender_id, client_key, body, created_at)
   select $1, r.* from jsonb_to_recordset($2::jsonb) as r(conversation_id bigint, id bigint, sender_id bigint, client_key uuid, body text,
          created_at timestamptz)`,
);
/** Each sender pays for each message in turn, out of the grant that its wallet was opened with. */
const debits = write<[number]>(
  `insert into ledger (site_id, member_id, seq, idem, debit, credit, amount, kind, ref, balance_after, at)
   select $1, m.sender_id, w.seq + row_number() over turns, concat('message:', m.conversation_id, ':', m.id), m.sender_id, -1, 1, 1, m.id,
          w.balance - row_number() over turns, m.created_at
     from messages m join wallets w on w.site_id = $1 and w.member_id = m.sender_id
    where m.site_id = $1
   window turns as (partition by m.sender_id order by m.created_at, m.id)`,
);
const settle = write<[number]>(
  `update wallets w set balance = last.balance_after, seq = last.seq
     from (select distinct on (member_id) member_id, seq, balance_after from ledger where site_id = $1 order by member_id, seq desc) last
    where w.site_id = $1 and w.member_id = last.member_id`,
);
const counters = write<[number]>(
  `update member_state t
      set new_likes = (select count(*)::int from likes l where l.site_id = $1 and l.liked_id = t.member_id and l.seen_at is null),
          unread = (select coalesce(sum(case when c.a_id = t.member_id then c.unread_a else c.unread_b end), 0)::int
                      from conversations c where c.site_id = $1 and (c.a_id = t.member_id or c.b_id = t.member_id))
    where t.site_id = $1`,
);

export async function insertTalks(
  tx: Transaction,
  ids: Ids,
  { site, now, likes: liked, talks }: { site: number; now: Date; likes: DemoLike[]; talks: DemoTalk[] },
): Promise<void> {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
  await tx.one(likes, site, JSON.stringify(liked.map((like) => likeRow(like, ago))));
  // Message ids grow with time, and lists are ordered by them: the conversation that ended first gets its ids first.
  const inOrder = [...talks].sort((one, other) => endOf(one) - endOf(other));
  const rows = inOrder.map((talk) => talkRows(talk, ids, now));
  await tx.one(conversations, site, JSON.stringify(rows.map((row) => row.conversation)));
  await tx.one(messages, site, JSON.stringify(rows.flatMap((row) => row.messages)));
  await tx.one(debits, site);
  await tx.one(settle, site);
  await tx.one(counters, site);
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
  const rows = lines.map(({ from, text, after_seconds }, index) => {
    at = Math.min(at + after_seconds * 1000, now.getTime() - (lines.length - index) * 1000);
    return {
      conversation_id,
      id: ids.next(),
      sender_id: from.id,
      client_key: crypto.randomUUID(),
      body: text,
      created_at: new Date(at).toISOString(),
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
    unread_a: unreadBy(a),
    unread_b: unreadBy(b),
    read_a: readBy(a),
    read_b: readBy(b),
    answered_at: rows.find((row) => row.sender_id !== starter.id)?.created_at ?? null,
  };
  return { conversation, messages: rows };
}
