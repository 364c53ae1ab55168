/**
 * Sending: message, debit, ledger row, counters in one statement, so that none is ever without the others (§4, product.md 6
 * and 7). Locks are taken in one order — conversation, wallet, state, one row of each — so sends never wait in a circle.
 */
import { isDuplicate, type Queries, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { tell } from "../../../kernel/live.ts";
import { found, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { getContact } from "../../account/queries.ts";
import { DEBIT, DEBIT_LEDGER } from "../../credits/commands.ts";
import { queueMail } from "../../mail/commands.ts";
import { blocksBetween, findCard, getMember } from "../../members/queries.ts";
import { isOnline } from "../../members/rules.ts";
import { BUMP_RECEIVER } from "../../notifications/commands.ts";
import { wantsMail } from "../../notifications/queries.ts";
import { refuseTooMany, refuseUnwanted } from "../first/commands.ts";
import { presentMessage, sealMessage } from "../present.ts";
import { findConversationWith, getConversation } from "../queries.ts";
import type { MessageRow, SentRow } from "../tables.ts";

/** $1 site, $2 conversation, $3 sender, $4 message id, $5 client key, $6 credits, $7 text, $8 now. */
export const SEND = write<[number, number, number, number, string, number, string, string], SentRow>(
  `with c as (select id, a_id, last_id, case when a_id = $3 then b_id else a_id end as to_id,
                     declined_at is not null and started_by = $3 as declined
                from conversations where site_id = $1 and id = $2 and $3 in (a_id, b_id) for no key update),
        old as (select id, body, created_at from messages
                 where site_id = $1 and conversation_id = $2 and sender_id = $3 and client_key = $5),
        may as (select exists (select from blocks where site_id = $1 and blocker_id = c.to_id and blocked_id = $3) as blocked_by_other,
                       exists (select from blocks where site_id = $1 and blocker_id = $3 and blocked_id = c.to_id) as blocked_by_me,
                       coalesce(t.confirmed_at is not null, false) as confirmed, coalesce(t.seen, false) as seen,
                       coalesce(t.fictional, false) as fictional,
                       case when c.declined then not exists (select from likes where site_id = $1 and liker_id = c.to_id and liked_id = $3)
                            else false end as declined
                  from c left join members t on t.site_id = $1 and t.id = c.to_id),
        ok as (select c.id, c.last_id, may.fictional, case when may.fictional then 0 else $6::bigint end as cost from c, may
                where not exists (select from old) and may.seen and not may.blocked_by_other and not may.blocked_by_me
                  and not may.declined),
        w as (${DEBIT}),
        m as (insert into messages (site_id, conversation_id, id, sender_id, client_key, body, created_at)
              select $1, $2, greatest($4::bigint, ok.last_id + 1), $3, $5, $7, $8 from ok, w returning id, body, created_at),
        l as (${DEBIT_LEDGER}),
        u as (update conversations x
                 set last_id = m.id, last_at = $8, last_from = $3, preview = left($7, 80),
                     unread_a = case when x.a_id = $3 then x.unread_a else x.unread_a + 1 end,
                     unread_b = case when x.a_id = $3 then x.unread_b + 1 else x.unread_b end,
                     accepted_at = case when x.started_by = $3 then x.accepted_at else coalesce(x.accepted_at, $8) end,
                     answered_at = case when x.started_by = $3 then x.answered_at else coalesce(x.answered_at, $8) end,
                     declined_at = case when x.started_by = $3 then x.declined_at end
                from m where x.site_id = $1 and x.id = $2
           returning case when x.a_id = $3 then x.b_id else x.a_id end as to_id),
        s as (${BUMP_RECEIVER})
   select case when c.id is null then 'not_found'
               when old.id is not null then 'duplicate'
               when may.confirmed and not may.seen then 'gone'
               when may.blocked_by_other then 'blocked_by_other'
               when may.blocked_by_me then 'blocked_by_me'
               when not may.confirmed then 'not_confirmed'
               when may.declined then 'declined'
               when w.balance is null then 'insufficient'
               else 'sent' end as status,
          coalesce(m.id, old.id) as id, c.to_id, coalesce(m.body, old.body) as body,
          coalesce(m.created_at, old.created_at) as created_at,
          coalesce(w.balance, (select balance from wallets where site_id = $1 and member_id = $3)) as balance,
          s.version as to_version,
          (select t.version from member_state t where t.site_id = $1 and t.member_id = $3)
            + coalesce(w.seq, (select seq from wallets where site_id = $1 and member_id = $3)) as version
     from (select) as one left join c on true left join may on true left join old on true
     left join w on true left join m on true left join s on true`,
);

const lockSender = write<[number, number], { balance: number }>(
  "select balance from wallets where site_id = $1 and member_id = $2 for update",
);
const insertConversation = write<[number, number, number, number, string], { id: number }>(
  `insert into conversations (site_id, id, a_id, b_id, started_by, created_at)
   values ($1, $2, least($3::bigint, $4::bigint), greatest($3::bigint, $4::bigint), $3, $5)
   on conflict do nothing returning id`,
);

export interface Outgoing {
  site: number;
  sender: number;
  premium: boolean;
  /** Made by the browser; the same again is the same message. */
  clientId: string;
  to: { conversation: number } | { member: number };
  text: string;
  /** Price of the message, in credits. */
  cost: number;
  /** Where the links of a mail lead to. */
  baseUrl: string;
}

export interface Sent {
  message: MessageRow;
  conversation: number;
  credits: number;
}

/** Sends once, debits once. The first message makes the conversation; a free member may start two (§6). */
export async function sendMessage(app: Resources, out: Outgoing): Promise<Sent> {
  if ("conversation" in out.to)
    return deliver(app, out, out.to.conversation, await runSend(app, app.db, out, out.to.conversation));
  const other = out.to.member;
  const known = await findConversationWith(app.db, out.site, out.sender, other);
  if (known) return deliver(app, out, known.id, await runSend(app, app.db, out, known.id));
  const { conversation, row } = await app.db.transaction(async (tx) => {
    const conversation = await startConversation(app, tx, out, other);
    const row = await runSend(app, tx, out, conversation);
    refuseUnsent(row); // inside, so that nothing stays of a conversation whose first message was refused
    return { conversation, row };
  });
  return deliver(app, out, conversation, row);
}

async function runSend(app: Resources, db: Queries, out: Outgoing, conversation: number): Promise<SentRow> {
  const { site, sender, clientId, cost, text } = out;
  const params = [site, conversation, sender, app.ids.next(), clientId, cost, text, app.clock.iso()] as const;
  try {
    return (await db.one(SEND, ...params))!;
  } catch (error) {
    // Two sends with one key that truly overlapped: the other one won, and the next look finds it.
    if (isDuplicate(error, "messages_client_key") && db === app.db) return (await db.one(SEND, ...params))!;
    throw error;
  }
}

async function startConversation(app: Resources, tx: Transaction, out: Outgoing, other: number): Promise<number> {
  const { site, sender } = out;
  const card = other === sender ? null : await findCard(tx, site, sender, other);
  const { name, confirmed, gone, country, last_active } = found(card);
  const { by_viewer, by_other } = await blocksBetween(tx, site, sender, other);
  if (gone) throw new Refusal("not_found");
  if (by_other) throw new Refusal("blocked", { name });
  if (by_viewer) throw new Refusal("not_found");
  if (!confirmed) throw new Refusal("not_confirmed");
  const trust = await refuseUnwanted(app, tx, out, { id: other, name });
  await tx.one(lockSender, site, sender); // parallel first messages of one member stand in line here
  const id = app.ids.next();
  const made = await tx.one(insertConversation, site, id, sender, other, app.clock.iso());
  if (!made) return found(await findConversationWith(tx, site, sender, other)).id;
  await refuseTooMany(app, tx, out, other, trust);
  if (!isOnline(last_active, app.clock.now())) await mailAbout(app, tx, out, { id: other, name, country }, id);
  return id;
}

/** Tells somebody who is away that there is a first message, where they want such mails. */
async function mailAbout(
  app: Resources,
  tx: Transaction,
  { site, sender, baseUrl }: Outgoing,
  to: { id: number; name: string; country: string },
  conversation: number,
): Promise<void> {
  if (!(await wantsMail(tx, { site, member: to.id, country: to.country }, "new_conversations"))) return;
  const { email, locale } = await getContact(tx, site, to.id);
  const { name: from } = await getMember(tx, site, sender);
  const url = `${baseUrl}/chats/${app.ids.seal("conversation", conversation)}`;
  const params = { name: to.name, from, url };
  await queueMail(app, tx, site, { member: to.id, to: email, kind: "new_conversation", params, locale });
}

/** After the commit: both sides' open tabs get the message. */
async function deliver(app: Resources, out: Outgoing, conversation: number, row: SentRow): Promise<Sent> {
  if (row.status === "blocked_by_other" || row.status === "declined") {
    const { other_id } = await getConversation(app.db, out.site, out.sender, conversation);
    const { name } = found(await findCard(app.db, out.site, out.sender, other_id));
    throw new Refusal(row.status === "declined" ? "not_taken" : "blocked", { name });
  }
  refuseUnsent(row);
  const message: MessageRow = {
    id: row.id!,
    client_key: out.clientId,
    sender_id: out.sender,
    body: row.body!,
    created_at: row.created_at!,
  };
  if (row.status === "sent") {
    const sealed = app.ids.seal("conversation", conversation);
    for (const [member, version] of [
      [row.to_id!, row.to_version],
      [out.sender, row.version],
    ] as const) {
      const shown = sealMessage(presentMessage(message, member, 0), app.ids);
      tell(app.bus, out.site, member, { type: "message", version: version ?? 0, conversation: sealed, message: shown });
    }
  }
  return { message, conversation, credits: row.balance! };
}

function refuseUnsent({ status }: SentRow): void {
  if (status === "insufficient") throw new Refusal("not_enough_credits");
  if (status === "not_confirmed") throw new Refusal("not_confirmed");
  if (status === "gone") throw new Refusal("member_gone");
  if (status === "not_found" || status === "blocked_by_me") throw new Refusal("not_found");
}
