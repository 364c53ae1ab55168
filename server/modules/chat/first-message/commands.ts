/** What a first message has to pass, inside the transaction that makes the conversation (§6, product.md 6 and 11). */
import { createHmac } from "node:crypto";
import { CONVERSATIONS_FREE, SAME_TEXT_RECEIVERS } from "@serenade/contract/limits";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { blocksBetween, findCard } from "../../members/queries.ts";
import { getFirst } from "../queries.ts";
import { comparableText, conversationsADay, nextConversationAt, refusedFirst } from "../rules.ts";
import type { FirstRow } from "../tables.ts";

const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;

const countStarted = write<[number, number, string], { n: number; today: number[] }>(
  `with mine as (select created_at from conversations where site_id = $1 and a_id = $2 and started_by = $2
                 union all
                 select created_at from conversations where site_id = $1 and b_id = $2 and started_by = $2)
   select count(*)::int as n, 
          coalesce(jsonb_agg(extract(epoch from created_at) * 1000) filter (where created_at > $3), '[]') as today from mine`,
);
const keepText = write<[number, number, Buffer, number, string]>(
  `insert into first_texts (site_id, member_id, text_hash, receiver_id, sent_at) values ($1, $2, $3, $4, $5)
   on conflict (site_id, member_id, text_hash, receiver_id) do update set sent_at = excluded.sent_at`,
);
const countSame = write<[number, number, Buffer, string], { n: number }>(
  `select count(*)::int as n from first_texts
    where site_id = $1 and member_id = $2 and text_hash = $3 and sent_at > $4`,
);
const deleteOld = write<[string]>("delete from first_texts where sent_at <= $1");
const acknowledge = write<[number, number, number, string]>(
  `insert into fictional_acknowledgements (site_id, member_id, fictional_id, acknowledged_at) values ($1, $2, $3, $4)
   on conflict do nothing`,
);

interface First {
  site: number;
  sender: number;
  premium: boolean;
  /** null for a picture and a gift. */
  text: string | null;
}

/** Refuses where the receiver's choice, or what a fictional profile asks, stands against it; else what the sender is trusted with. */
export async function refuseUnwanted(
  app: Resources,
  tx: Transaction,
  { site, sender }: Pick<First, "site" | "sender">,
  other: { id: number; name: string },
): Promise<FirstRow> {
  const row = await getFirst(tx, site, sender, other.id);
  const refused = refusedFirst(row, app.clock.iso());
  if (refused) throw new Refusal(refused, { name: other.name });
  return row;
}

/** After the conversation was made, and with the sender's wallet locked: so parallel first messages count one another. */
export async function refuseTooMany(
  app: Resources,
  tx: Transaction,
  first: First,
  other: number,
  trust: FirstRow,
): Promise<void> {
  const { site, sender, premium, text } = first;
  const now = app.clock.now();
  const { n, today } = (await tx.one(countStarted, site, sender, app.clock.in(-DAY_SECONDS)))!;
  if (!premium && n > CONVERSATIONS_FREE) throw new Refusal("premium_only");
  const limit = conversationsADay(trust, now);
  const next = nextConversationAt(today, limit);
  if (next)
    throw new Refusal("daily_conversations", {
      limit,
      next_at: next.toISOString(),
      hours: Math.max(1, Math.ceil((next.getTime() - now.getTime()) / HOUR_MS)),
    });
  if (text !== null) await refuseSameText(app, tx, site, sender, other, text);
}

/** The fourth receiver of one text within a day is one too many. Only a keyed hash of it is kept, and only for that day. */
async function refuseSameText(
  app: Resources,
  tx: Transaction,
  site: number,
  sender: number,
  other: number,
  text: string,
) {
  const plain = comparableText(text);
  if (plain === null) return;
  const hash = createHmac("sha256", app.config.appSecret).update(`first text:${site}:${sender}:${plain}`).digest();
  await tx.one(keepText, site, sender, hash, other, app.clock.iso());
  const { n } = (await tx.one(countSame, site, sender, hash, app.clock.in(-DAY_SECONDS)))!;
  if (n > SAME_TEXT_RECEIVERS) throw new Refusal("same_text", { receivers: SAME_TEXT_RECEIVERS });
}

/** Forgets the first texts of more than a day ago, of all sites. */
export async function sweepFirstTexts({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOld, clock.in(-DAY_SECONDS));
}

/** The member has read that this profile is fictional: once, and for this profile alone. */
export async function acknowledgeFictional(
  app: Resources,
  site: number,
  member: number,
  fictional: number,
): Promise<void> {
  const card = orNotFound(fictional === member ? null : await findCard(app.db, site, member, fictional));
  const { by_viewer, by_other } = await blocksBetween(app.db, site, member, fictional);
  if (!card.fictional || !card.confirmed || card.gone || by_viewer || by_other) throw new Refusal("not_found");
  await app.db.one(acknowledge, site, member, fictional, app.clock.iso());
}
