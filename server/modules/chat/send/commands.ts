/**
 * Sending: message, debit, ledger row and counters in one statement, so that they are atomic (§4, product.md 6 and 7).
 * Locks are taken in one order — conversation, wallet, state, one row of each — so sends never deadlock.
 */
import { MESSAGE_KINDS, type MessageKind } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import { isDuplicate, type Queries, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { publishEvent } from "../../../kernel/live.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { getContact } from "../../account/queries.ts";
import { DEBIT, debitLedger } from "../../credits/commands.ts";
import { queueMail } from "../../mail/commands.ts";
import { blocksBetween, findCard, getMember, refusalOfBlock } from "../../members/queries.ts";
import { isOnline } from "../../members/rules.ts";
import { BUMP_RECEIVER } from "../../notifications/commands.ts";
import { wantsMail } from "../../notifications/queries.ts";
import { pushAfterwards, queuePush } from "../../push/commands.ts";
import { updateAfterMessage } from "../commands.ts";
import { refuseTooMany, refuseUnwanted } from "../first-message/commands.ts";
import { encodeMessage, presentMessage } from "../present.ts";
import { findConversationWith, findMessage, getConversation } from "../queries.ts";
import type { MessageRow, SentRow } from "../tables.ts";
import { sendInBatch } from "./batch/commands.ts";

/** The row's number of a kind. */
const numberOf = (kind: MessageKind): number => MESSAGE_KINDS.indexOf(kind);

interface SendParams {
  site: number;
  conversation: number;
  sender: number;
  /** Of the message. */
  id: number;
  /** Key of the request: the same again is the same message. */
  clientId: string;
  /** Price in credits. */
  cost: number;
  body: string;
  now: string;
}

/** With the photo or the gift that the message carries. */
interface AttachedParams extends SendParams {
  attached: number;
}

/** Additional SQL per kind of message; a text needs none and touches no other table. */
interface Attaching {
  /** A CTE before the message, aliased `p`; without a row of it nothing is sent. */
  claim?: string;
  /** A CTE after the message. */
  attach?: string;
}

const sendStatement = <P extends SendParams>(kind: MessageKind, { claim, attach }: Attaching) =>
  write<P, SentRow>(
    `with c as (select id, a_id, last_id, case when a_id = $sender then b_id else a_id end as to_id,
                     declined_at is not null and started_by = $sender as declined
                from conversations where site_id = $site and id = $conversation and $sender in (a_id, b_id) for no key update),
        old as (select id, body, kind, created_at from messages
                 where site_id = $site and conversation_id = $conversation and sender_id = $sender and client_key = $clientId),
        may as (select exists (select from blocks where site_id = $site and blocker_id = c.to_id and blocked_id = $sender) as blocked_by_other,
                       exists (select from blocks where site_id = $site and blocker_id = $sender and blocked_id = c.to_id) as blocked_by_me,
                       coalesce(t.confirmed_at is not null, false) as confirmed, coalesce(t.seen, false) as seen,
                       coalesce(t.fictional, false) as fictional,
                       case when c.declined then not exists (select from likes where site_id = $site and liker_id = c.to_id and liked_id = $sender)
                            else false end as declined
                  from c left join members t on t.site_id = $site and t.id = c.to_id),
        me as (select coalesce((select seen from members where site_id = $site and id = $sender), false) as shown),
        ${claim ? `p as (${claim}),` : ""}
        ok as (select c.id, c.to_id, c.last_id, may.fictional, case when may.fictional then 0 else $cost::bigint end as cost
                 from c, may${claim ? ", p" : ""}
                where not exists (select from old) and may.seen and not may.blocked_by_other and not may.blocked_by_me
                  and not may.declined),
        w as (${DEBIT}),
        m as (insert into messages (site_id, conversation_id, id, sender_id, client_key, body, created_at, kind, photo_id)
              select $site, $conversation, greatest($id::bigint, ok.last_id + 1), $sender, $clientId, $body, $now, ${numberOf(kind)}, ${claim ? "p.id" : "null"} from ok, w${claim ? ", p" : ""} returning id, body, created_at),
        l as (${debitLedger(kind === "text" ? "message" : kind)}),
        ${attach ? `g as (${attach}),` : ""}
        u as (${updateAfterMessage({ id: "m.id", sender: "$sender", body: "$body", kind: numberOf(kind) })}
                from m, me where x.site_id = $site and x.id = $conversation
           returning case when x.a_id = $sender then x.b_id else x.a_id end as to_id, me.shown),
        s as (${BUMP_RECEIVER})
   select case when c.id is null then 'not_found'
               when old.id is not null then 'duplicate'
               when may.confirmed and not may.seen then 'gone'
               when may.blocked_by_other then 'blocked_by_other'
               when may.blocked_by_me then 'blocked_by_me'
               when not may.confirmed then 'not_confirmed'
               when may.declined then 'declined'
               ${claim ? "when p.id is null then 'photo_gone'" : ""}
               when w.balance is null then 'insufficient'
               else 'sent' end as status,
          coalesce(m.id, old.id) as id, c.to_id, coalesce(m.body, old.body) as body, coalesce(old.kind, ${numberOf(kind)}) as kind,
          coalesce(m.created_at, old.created_at) as created_at,
          coalesce(w.balance, (select balance from wallets where site_id = $site and member_id = $sender)) as balance,
          s.version as to_version, me.shown,
          (select t.version from member_state t where t.site_id = $site and t.member_id = $sender)
            + coalesce(w.seq, (select seq from wallets where site_id = $site and member_id = $sender)) as version
     from me left join c on true left join may on true left join old on true
     left join w on true left join m on true left join s on true ${claim ? "left join p on true" : ""}`,
  );

/** Of a text: the hot path. */
export const SEND = sendStatement<SendParams>("text", {});
const ATTACHING = {
  photo: sendStatement<AttachedParams>("photo", {
    // Locked before the wallet: of two sends of one upload the second waits here, and then finds it used.
    claim: `select x.id from chat_photos x, c
             where x.site_id = $site and x.id = $attached and x.sender_id = $sender and x.message_id is null and x.status <> 'refused' for update of x`,
    attach: `update chat_photos x
                set conversation_id = $conversation, message_id = m.id, receiver_id = ok.to_id,
                    veiled = not exists (select from messages o where o.site_id = $site and o.conversation_id = $conversation and o.sender_id = ok.to_id)
               from m, ok where x.site_id = $site and x.id = $attached`,
  }),
  gift: sendStatement<AttachedParams>("gift", {
    attach: `insert into gifts (site_id, receiver_id, id, sender_id, gift, created_at) select $site, ok.to_id, $attached, $sender, $body, $now from m, ok`,
  }),
};

const lockSender = write<{ site: number; sender: number }, { balance: number }>(
  "select balance from wallets where site_id = $site and member_id = $sender for update",
);
const insertConversation = write<
  { site: number; id: number; sender: number; other: number; now: string },
  { id: number }
>(
  `insert into conversations (site_id, id, a_id, b_id, started_by, created_at)
   values ($site, $id, least($sender::bigint, $other::bigint), greatest($sender::bigint, $other::bigint), $sender, $now)
   on conflict do nothing returning id`,
);

export interface Outgoing {
  site: number;
  sender: number;
  premium: boolean;
  /** An unconfirmed member may write, but is not shown to others until the address is confirmed (product.md 3). */
  confirmed: boolean;
  /** Made by the browser; the same again is the same message. */
  clientId: string;
  to: { conversation: number } | { member: number };
  what: { text: string } | { photo: number } | { gift: Gift };
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

/** Sends once, debits once. The first message creates the conversation; a free member may start two (§6). */
export async function sendMessage(app: Resources, out: Outgoing): Promise<Sent> {
  if ("conversation" in out.to) return deliverAnswer(app, out, out.to.conversation);
  const other = out.to.member;
  const known = await findConversationWith(app.db, out.site, out.sender, other);
  if (known) return deliverAnswer(app, out, known.id);
  const { conversation, row } = await app.db.transaction(async (tx) => {
    const conversation = await startConversation(app, tx, out, other);
    const row = await runSend(app, tx, out, conversation);
    await refuseUnsent(app, tx, out, conversation, row); // a refusal rolls back the conversation
    if (row.status === "sent" && row.shown)
      await queuePush(app, tx, out.site, noticeOf("new_conversations", out, conversation, row));
    return { conversation, row };
  });
  return deliver(app, out, conversation, row);
}

/** Into an existing conversation: the push is queued after the commit, so that sending stays one statement. */
async function deliverAnswer(app: Resources, out: Outgoing, conversation: number): Promise<Sent> {
  const row = (await sendAmongOthers(app, out, conversation)) ?? (await runSend(app, app.db, out, conversation));
  const sent = await deliver(app, out, conversation, row);
  if (row.status === "sent" && row.shown)
    await pushAfterwards(app, out.site, noticeOf("new_messages", out, conversation, row));
  return sent;
}

const noticeOf = (kind: "new_conversations" | "new_messages", out: Outgoing, conversation: number, row: SentRow) => ({
  member: row.to_id!,
  kind,
  about: { sender: out.sender, conversation },
});

/** Sends a text in a batch; null when it must be sent alone. */
async function sendAmongOthers(app: Resources, out: Outgoing, conversation: number): Promise<SentRow | null> {
  if (!("text" in out.what) || !out.confirmed) return null;
  const { site, sender, clientId, cost } = out;
  const { text } = out.what;
  const row = await sendInBatch(app, site, { conversation, sender, clientId, cost, text });
  return row && { ...row, status: "sent", shown: true, body: text, kind: numberOf("text") };
}

async function runSend(app: Resources, db: Queries, out: Outgoing, conversation: number): Promise<SentRow> {
  const { site, sender, clientId, cost, what } = out;
  const send = async () => {
    const params = { site, conversation, sender, id: app.ids.next(), clientId, cost, now: app.clock.iso() };
    if ("photo" in what) return (await db.one(ATTACHING.photo, { ...params, body: "", attached: what.photo }))!;
    if ("gift" in what)
      return (await db.one(ATTACHING.gift, { ...params, body: what.gift, attached: app.ids.next() }))!;
    return (await db.one(SEND, { ...params, body: what.text }))!;
  };
  try {
    return await send();
  } catch (error) {
    // Two sends with one key that truly overlapped: the other one won, and the next look finds it.
    if (isDuplicate(error, "messages_client_key") && db === app.db) return send();
    throw error;
  }
}

async function startConversation(app: Resources, tx: Transaction, out: Outgoing, other: number): Promise<number> {
  const { site, sender } = out;
  const card = other === sender ? null : await findCard(tx, site, sender, other);
  const { name, confirmed, gone, country, last_active } = orNotFound(card);
  const { by_viewer, by_other } = await blocksBetween(tx, site, sender, other);
  if (gone) throw new Refusal("not_found");
  if (by_other) throw await refusalOfBlock(app, site, name);
  if (by_viewer) throw new Refusal("not_found");
  if (!confirmed) throw new Refusal("not_confirmed");
  const trust = await refuseUnwanted(app, tx, out, { id: other, name });
  await tx.one(lockSender, { site, sender }); // serializes parallel first messages of one member
  const id = app.ids.next();
  const made = await tx.one(insertConversation, { site, id, sender, other, now: app.clock.iso() });
  if (!made) return orNotFound(await findConversationWith(tx, site, sender, other)).id;
  const text = "text" in out.what ? out.what.text : null;
  await refuseTooMany(app, tx, { ...out, text }, other, trust);
  if (out.confirmed && !isOnline(last_active, app.clock.now()))
    await mailAbout(app, tx, out, { id: other, name, country }, id);
  return id;
}

/** Emails an absent receiver about a first message, if they want such emails. */
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
  const url = `${baseUrl}/chats/${app.ids.encode("conversation", conversation)}`;
  const params = { name: to.name, from, url };
  await queueMail(app, tx, site, { member: to.id, to: email, kind: "new_conversation", params, locale });
}

/** After the commit: both sides' open tabs get the message; the receiver's only from a sender who is shown. */
async function deliver(app: Resources, out: Outgoing, conversation: number, row: SentRow): Promise<Sent> {
  await refuseUnsent(app, app.db, out, conversation, row);
  const message = await messageOf(app, out, conversation, row);
  if (row.status === "sent") {
    const publicId = app.ids.encode("conversation", conversation);
    const versions = new Map([[out.sender, row.version]]);
    if (row.shown) versions.set(row.to_id!, row.to_version);
    for (const [member, version] of versions) {
      const shown = encodeMessage(presentMessage(message, member, 0, app.ids), app.ids);
      publishEvent(app.bus, out.site, member, {
        type: "message",
        version: version ?? 0,
        conversation: publicId,
        message: shown,
      });
    }
  }
  return { message, conversation, credits: row.balance! };
}

/** The message is known here, except for the rest of a picture, which is read. */
async function messageOf(app: Resources, out: Outgoing, conversation: number, row: SentRow): Promise<MessageRow> {
  if (row.kind === numberOf("photo")) return orNotFound(await findMessage(app.db, out.site, conversation, row.id!));
  return {
    id: row.id!,
    client_key: out.clientId,
    sender_id: out.sender,
    body: row.body!,
    created_at: row.created_at!,
    kind: row.kind!,
    photo_id: null,
    photo_status: null,
    photo_thumbhash: null,
    photo_blurred: null,
  };
}

async function refuseUnsent(
  app: Resources,
  db: Queries,
  { site, sender }: Outgoing,
  conversation: number,
  { status }: SentRow,
): Promise<void> {
  if (status === "blocked_by_other" || status === "declined") {
    const { other_id } = await getConversation(db, site, sender, conversation);
    const { name } = orNotFound(await findCard(db, site, sender, other_id));
    throw status === "declined" ? new Refusal("not_taken", { name }) : await refusalOfBlock(app, site, name);
  }
  if (status === "insufficient") throw new Refusal("not_enough_credits");
  if (status === "not_confirmed") throw new Refusal("not_confirmed");
  if (status === "photo_gone") throw new Refusal("photo_gone");
  if (status === "gone") throw new Refusal("member_gone");
  if (status === "not_found" || status === "blocked_by_me") throw new Refusal("not_found");
}
