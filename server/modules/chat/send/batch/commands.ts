/**
 * Texts that come at the same time leave in one statement (§4 Chat, docs/decisions/018): starting a transaction costs PostgreSQL several
 * times what a message in it does. Only what is plain goes this way; a message that is not among the answers goes alone, waits
 * for its locks there and hears why it is refused.
 */
import { appState } from "../../../../kernel/app-state.ts";
import { write } from "../../../../kernel/db/statement.ts";
import type { Resources } from "../../../../kernel/resources.ts";
import { DEBIT_TOGETHER, LEDGER_TOGETHER } from "../../../credits/commands.ts";
import { BUMP_RECEIVERS } from "../../../notifications/commands.ts";
import type { SentTogetherRow } from "../../tables.ts";

/** Messages in one statement: with more, those who came first would wait for the last. */
const MOST = 50;

/**
 * `c` are those that can be sent as they stand, with their conversation, wallet and receiver's state locked; whoever would have
 * to wait for a lock is left out, so no two statements ever wait for each other. The receiver's version is that after all of them.
 */
const sendTogether = write<
  [
    site: number,
    conversations: number[],
    senders: number[],
    ids: number[],
    clientKeys: string[],
    costs: number[],
    texts: string[],
    now: string,
  ],
  SentTogetherRow
>(
  `with c as (
     select a.conversation, a.sender, a.client_key, a.body, o.id as to_id, o.fictional, p.cost, t.version as to_version,
            greatest(a.id, x.last_id + 1) as id, v.balance - p.cost as balance, v.seq + (p.cost > 0)::int as seq,
            x.a_id = a.sender as by_a, x.started_by = a.sender as by_starter
       from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::uuid[], $6::bigint[], $7::text[]) as a (conversation, sender, id, client_key, cost, body)
       join conversations x on x.site_id = $1 and x.id = a.conversation and a.sender in (x.a_id, x.b_id)
                           and (x.declined_at is null or x.started_by <> a.sender)
       join members o on o.site_id = $1 and o.id = case when x.a_id = a.sender then x.b_id else x.a_id end and o.seen
       cross join lateral (select case when o.fictional then 0 else a.cost end as cost) p
       join wallets v on v.site_id = $1 and v.member_id = a.sender and v.balance >= p.cost
       join member_state t on t.site_id = $1 and t.member_id = o.id
      where not exists (select from messages m where m.site_id = $1 and m.conversation_id = a.conversation
                                                 and m.sender_id = a.sender and m.client_key = a.client_key)
        and not exists (select from blocks b where b.site_id = $1 and b.blocker_id = x.a_id and b.blocked_id = x.b_id)
        and not exists (select from blocks b where b.site_id = $1 and b.blocker_id = x.b_id and b.blocked_id = x.a_id)
        for no key update of x, v, t skip locked),
   w as (${DEBIT_TOGETHER}),
   m as (insert into messages (site_id, conversation_id, id, sender_id, client_key, body, created_at)
         select $1, conversation, id, sender, client_key, body, $8 from c),
   l as (${LEDGER_TOGETHER}),
   u as (update conversations x
            set last_id = c.id, last_at = $8, last_from = c.sender, preview = left(c.body, 80), last_kind = 0,
                unread_a = x.unread_a + (not c.by_a)::int, unread_b = x.unread_b + c.by_a::int,
                accepted_at = case when c.by_starter then x.accepted_at else coalesce(x.accepted_at, $8) end,
                answered_at = case when c.by_starter then x.answered_at else coalesce(x.answered_at, $8) end,
                declined_at = case when c.by_starter then x.declined_at end
           from c where x.site_id = $1 and x.id = c.conversation),
   s as (${BUMP_RECEIVERS})
   select conversation, id, to_id, balance, $8::timestamptz as created_at,
          to_version + count(*) over (partition by to_id) + (select seq from wallets r where r.site_id = $1 and r.member_id = to_id) as to_version,
          seq + (select version from member_state r where r.site_id = $1 and r.member_id = sender) as version
     from c`,
);

/** A text into a conversation that there is. */
export interface Text {
  conversation: number;
  sender: number;
  clientId: string;
  cost: number;
  text: string;
}

interface Waiting extends Text {
  id: number;
  answer(row: SentTogetherRow | null): void;
}

/** Those of one site who wait, in the order in which they came. */
interface Line {
  waiting: Waiting[];
  leaving: boolean;
}

const linesOf = appState(() => new Map<number, Line>());

/** Sends with all that wait at this moment; null when it has to go alone. Safe to repeat: a key that was used is left out. */
export function sendInBatch(app: Resources, site: number, text: Text): Promise<SentTogetherRow | null> {
  const line = lineOf(app, site);
  return new Promise((answer) => {
    line.waiting.push({ ...text, id: app.ids.next(), answer });
    if (!line.leaving) void leave(app, site, line);
  });
}

function lineOf(app: Resources, site: number): Line {
  const ofSites = linesOf(app);
  const line = ofSites.get(site) ?? { waiting: [], leaving: false };
  ofSites.set(site, line);
  return line;
}

/** One statement after the other: who comes while one is under way leaves with the next. */
async function leave(app: Resources, site: number, line: Line): Promise<void> {
  line.leaving = true;
  await new Promise(setImmediate); // what is asked within one turn of the event loop leaves together
  while (line.waiting.length) {
    const texts = boarding(line);
    const rows = await run(app, site, texts).catch(() => []); // each goes alone then, so that none fails for another one's fault
    const sent = new Map(rows.map((row) => [row.conversation, row]));
    for (const text of texts) text.answer(sent.get(text.conversation) ?? null);
  }
  line.leaving = false;
}

/** The next ones, no conversation and no sender twice: of two messages the second follows the first. */
function boarding(line: Line): Waiting[] {
  const taken: Waiting[] = [];
  const left: Waiting[] = [];
  const [conversations, senders] = [new Set<number>(), new Set<number>()];
  for (const text of line.waiting) {
    const fits = taken.length < MOST && !conversations.has(text.conversation) && !senders.has(text.sender);
    conversations.add(text.conversation);
    senders.add(text.sender);
    (fits ? taken : left).push(text);
  }
  line.waiting = left;
  return taken;
}

/** Async, so that it never throws in its caller: a line that stopped would keep a whole site from writing. */
const run = async (app: Resources, site: number, texts: Waiting[]): Promise<SentTogetherRow[]> =>
  app.db.all(
    sendTogether,
    site,
    texts.map(({ conversation }) => conversation),
    texts.map(({ sender }) => sender),
    texts.map(({ id }) => id),
    texts.map(({ clientId }) => clientId),
    texts.map(({ cost }) => cost),
    texts.map(({ text }) => text),
    app.clock.iso(),
  );
