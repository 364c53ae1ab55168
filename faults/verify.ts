/** Compares the answers that clients received with the database. Every number in `wrong` has to be 0. */

import { type App, openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import { proveLedger } from "../server/modules/credits/queries.ts";
import type { Answers } from "./traffic.ts";

export async function verify(
  env: Record<string, string>,
  answers: Answers,
): Promise<{ counts: Record<string, number>; wrong: Record<string, number> }> {
  const app = await openApp(readConfig({ MODE: "test", LOG_LEVEL: "error", ...env }));
  // a server killed every few seconds never runs it, and without it the plans take too long
  await app.db.script("analyze");
  const stored = await all<{ key: string; id: number }>(app, "select client_key::text as key, id from messages");
  const byKey = Map.groupBy(stored, (row) => row.key);
  const ids = new Map([...answers.messages].map(([key, publicId]) => [key, app.ids.decode("message", publicId)]));
  const number = async (sql: string) => (await all<{ n: number }>(app, sql))[0]!.n;
  const counts = {
    "messages answered": answers.messages.size,
    "orders answered": answers.orders.size,
    "requests repeated": answers.repeats,
    "conversations read": answers.reads,
  };
  const wrong = {
    "answered messages that are missing": [...ids].filter(
      ([key, id]) => !byKey.get(key)?.some((row) => Number(row.id) === id),
    ).length,
    "duplicated messages": [...byKey.values()].filter((rows) => rows.length > 1).length,
    "messages without their debit": await number(
      "select count(*)::int as n from messages m where not exists (select from ledger l where l.site_id = m.site_id and l.member_id = m.sender_id and l.idem = concat('message:', m.conversation_id, ':', m.id))",
    ),
    "debits without their message": await number(
      "select count(*)::int as n from ledger l where l.kind = 1 and not exists (select from messages m where m.site_id = l.site_id and m.id = l.ref)",
    ),
    "completed orders not credited exactly once": await number(
      `select count(*)::int as n from orders o where o.status in ('completed', 'refunded')
          and 1 <> (select count(*) from ledger l where l.site_id = o.site_id and l.member_id = o.member_id and l.kind = 2 and l.ref = o.id)`,
    ),
    "other orders that were credited": await number(
      `select count(*)::int as n from orders o where o.status not in ('completed', 'refunded')
          and exists (select from ledger l where l.site_id = o.site_id and l.member_id = o.member_id and l.kind = 2 and l.ref = o.id)`,
    ),
    "payments taken twice for one order": await number(
      "select count(*)::int as n from (select description, client_key from sandbox_payments group by 1, 2 having count(*) > 1) twice",
    ),
    "conversations whose unread count is wrong": await number(
      `select count(*)::int as n from conversations c
        where c.unread_a <> (select count(*) from messages m where m.site_id = c.site_id and m.conversation_id = c.id and m.sender_id <> c.a_id and m.id > c.read_a)
           or c.unread_b <> (select count(*) from messages m where m.site_id = c.site_id and m.conversation_id = c.id and m.sender_id <> c.b_id and m.id > c.read_b)`,
    ),
    "messages out of order": await number(
      `select count(*)::int as n from (
         select substring(body from 9)::int as n,
                lag(substring(body from 9)::int) over (partition by conversation_id, sender_id order by id) as before
           from messages) m where n <= before`,
    ),
    "members whose unread count is wrong": await number(
      `select count(*)::int as n from member_state t
        where t.unread <> (select coalesce(sum(case when c.a_id = t.member_id then c.unread_a else c.unread_b end), 0)
                             from conversations c where c.site_id = t.site_id and t.member_id in (c.a_id, c.b_id))`,
    ),
    "members whose new likes are miscounted": await number(
      `select count(*)::int as n from member_state t
        where t.new_likes <> (select count(*) from likes l
                               where l.site_id = t.site_id and l.liked_id = t.member_id and l.seen_at is null)`,
    ),
    ...(await proveLedger(app.db)),
  };
  await app.close();
  return { counts, wrong };
}

async function all<T>(app: App, sql: string): Promise<T[]> {
  return (await app.db.raw(sql)).rows as T[];
}
