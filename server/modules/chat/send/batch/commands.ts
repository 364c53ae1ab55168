/**
 * Concurrent texts are sent in one statement (§4 Chat, docs/decisions/012): starting a transaction costs PostgreSQL
 * several times as much as a message in it. Only plain texts are batched; a message missing from the result is sent
 * alone, where it waits for its locks and gets its refusal.
 */
import { appState } from "../../../../kernel/app-state.ts";
import { write } from "../../../../kernel/db/statement.ts";
import type { Resources } from "../../../../kernel/resources.ts";
import { DEBIT_BATCH, LEDGER_BATCH } from "../../../credits/commands.ts";
import { BUMP_RECEIVERS } from "../../../notifications/commands.ts";
import { updateAfterMessage } from "../../commands.ts";
import type { SentTextRow } from "../../tables.ts";

/** Messages per statement: with more, the first would wait too long for the last. */
const BATCH_SIZE = 50;

/**
 * `c` are the messages that can be sent, with their conversation, wallet and receiver's state locked; rows that are
 * locked are skipped, so no two statements ever wait for each other. The receiver's version is that after all of them.
 */
const sendTexts = write<
  {
    site: number;
    conversations: number[];
    senders: number[];
    ids: number[];
    clientKeys: string[];
    costs: number[];
    texts: string[];
    now: string;
  },
  SentTextRow
>(
  `with c as (
     select a.conversation, a.sender, a.client_key, a.body, o.id as to_id, o.fictional, p.cost, t.version as to_version,
            greatest(a.id, x.last_id + 1) as id, v.balance - p.cost as balance, v.seq + (p.cost > 0)::int as seq
       from unnest($conversations::bigint[], $senders::bigint[], $ids::bigint[], $clientKeys::uuid[], $costs::bigint[], $texts::text[]) as a (conversation, sender, id, client_key, cost, body)
       join conversations x on x.site_id = $site and x.id = a.conversation and a.sender in (x.a_id, x.b_id)
                           and (x.declined_at is null or x.started_by <> a.sender)
       join members o on o.site_id = $site and o.id = case when x.a_id = a.sender then x.b_id else x.a_id end and o.seen
       cross join lateral (select case when o.fictional then 0 else a.cost end as cost) p
       join wallets v on v.site_id = $site and v.member_id = a.sender and v.balance >= p.cost
       join member_state t on t.site_id = $site and t.member_id = o.id
      where not exists (select from messages m where m.site_id = $site and m.conversation_id = a.conversation
                                                 and m.sender_id = a.sender and m.client_key = a.client_key)
        and not exists (select from blocks b where b.site_id = $site and b.blocker_id = x.a_id and b.blocked_id = x.b_id)
        and not exists (select from blocks b where b.site_id = $site and b.blocker_id = x.b_id and b.blocked_id = x.a_id)
        for no key update of x, v, t skip locked),
   w as (${DEBIT_BATCH}),
   m as (insert into messages (site_id, conversation_id, id, sender_id, client_key, body, created_at)
         select $site, conversation, id, sender, client_key, body, $now from c),
   l as (${LEDGER_BATCH}),
   u as (${updateAfterMessage({ id: "c.id", sender: "c.sender", body: "c.body", kind: 0 })}
           from c where x.site_id = $site and x.id = c.conversation),
   s as (${BUMP_RECEIVERS})
   select conversation, id, to_id, balance, $now::timestamptz as created_at,
          to_version + count(*) over (partition by to_id) + (select seq from wallets r where r.site_id = $site and r.member_id = to_id) as to_version,
          seq + (select version from member_state r where r.site_id = $site and r.member_id = sender) as version
     from c`,
);

/** A text into an existing conversation. */
export interface Text {
  conversation: number;
  sender: number;
  clientId: string;
  cost: number;
  text: string;
}

interface Waiting extends Text {
  id: number;
  answer(row: SentTextRow | null): void;
}

/** Waiting messages of one site, in order of arrival. */
interface Queue {
  waiting: Waiting[];
  flushing: boolean;
}

const queuesOf = appState(() => new Map<number, Queue>());

/** Adds the text to the next batch; null when it must be sent alone. Idempotent: a used key is skipped. */
export function sendInBatch(app: Resources, site: number, text: Text): Promise<SentTextRow | null> {
  const queue = queueOf(app, site);
  return new Promise((answer) => {
    queue.waiting.push({ ...text, id: app.ids.next(), answer });
    if (!queue.flushing) void flush(app, site, queue);
  });
}

function queueOf(app: Resources, site: number): Queue {
  const queues = queuesOf(app);
  const queue = queues.get(site) ?? { waiting: [], flushing: false };
  queues.set(site, queue);
  return queue;
}

/** One statement at a time: messages that arrive meanwhile are in the next one. */
async function flush(app: Resources, site: number, queue: Queue): Promise<void> {
  queue.flushing = true;
  await new Promise(setImmediate); // batch everything of one turn of the event loop
  while (queue.waiting.length) {
    const texts = nextBatch(queue);
    const rows = await run(app, site, texts).catch(() => []); // then each is sent alone
    const sent = new Map(rows.map((row) => [row.conversation, row]));
    for (const text of texts) text.answer(sent.get(text.conversation) ?? null);
  }
  queue.flushing = false;
}

/** The next ones, no conversation and no sender twice: of two messages the second follows the first. */
function nextBatch(queue: Queue): Waiting[] {
  const taken: Waiting[] = [];
  const rest: Waiting[] = [];
  const [conversations, senders] = [new Set<number>(), new Set<number>()];
  for (const text of queue.waiting) {
    const fits = taken.length < BATCH_SIZE && !conversations.has(text.conversation) && !senders.has(text.sender);
    conversations.add(text.conversation);
    senders.add(text.sender);
    (fits ? taken : rest).push(text);
  }
  queue.waiting = rest;
  return taken;
}

/** Async, so that it never throws synchronously: that would stop the queue of the whole site. */
const run = async (app: Resources, site: number, texts: Waiting[]): Promise<SentTextRow[]> =>
  app.db.all(sendTexts, {
    site,
    conversations: texts.map(({ conversation }) => conversation),
    senders: texts.map(({ sender }) => sender),
    ids: texts.map(({ id }) => id),
    clientKeys: texts.map(({ clientId }) => clientId),
    costs: texts.map(({ cost }) => cost),
    texts: texts.map(({ text }) => text),
    now: app.clock.iso(),
  });
