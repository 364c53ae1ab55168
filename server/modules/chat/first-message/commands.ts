/** Checks of a first message, inside the transaction that creates the conversation (§6, product.md 6 and 11). */
import { createHmac } from "node:crypto";
import { CONVERSATIONS_FREE, SAME_TEXT_RECEIVERS } from "@serenade/contract/limits";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { blocksBetween, findCard } from "../../members/queries.ts";
import { getFirst } from "../queries.ts";
import type { FirstRow } from "../tables.ts";
import { comparableText, conversationsADay, nextConversationAt, refusedFirst } from "./rules.ts";

const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;

const countStarted = write<{ site: number; sender: number; since: string }, { n: number; today: number[] }>(
  `with mine as (select created_at from conversations where site_id = $site and a_id = $sender and started_by = $sender
                 union all
                 select created_at from conversations where site_id = $site and b_id = $sender and started_by = $sender)
   select count(*)::int as n, 
          coalesce(jsonb_agg(extract(epoch from created_at) * 1000) filter (where created_at > $since), '[]') as today from mine`,
);
const insertText = write<{ site: number; sender: number; hash: Buffer; other: number; now: string }>(
  `insert into first_texts (site_id, member_id, text_hash, receiver_id, sent_at) values ($site, $sender, $hash, $other, $now)
   on conflict (site_id, member_id, text_hash, receiver_id) do update set sent_at = excluded.sent_at`,
);
const countSame = write<{ site: number; sender: number; hash: Buffer; since: string }, { n: number }>(
  `select count(*)::int as n from first_texts
    where site_id = $site and member_id = $sender and text_hash = $hash and sent_at > $since`,
);
const deleteOld = write<{ before: string }>("delete from first_texts where sent_at <= $before");
const acknowledge = write<{ site: number; member: number; fictional: number; now: string }>(
  `insert into fictional_acknowledgements (site_id, member_id, fictional_id, acknowledged_at) values ($site, $member, $fictional, $now)
   on conflict do nothing`,
);

interface First {
  site: number;
  sender: number;
  premium: boolean;
  /** null for a picture and a gift. */
  text: string | null;
}

/** Refuses by the receiver's choice or a missing acknowledgement; otherwise returns the sender's trust. */
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

/**
 * After the conversation was made, and with the sender's wallet locked: so parallel first messages count one another.
 */
export async function refuseTooMany(
  app: Resources,
  tx: Transaction,
  first: First,
  other: number,
  trust: FirstRow,
): Promise<void> {
  const { site, sender, premium, text } = first;
  const now = app.clock.now();
  const { n, today } = (await tx.one(countStarted, { site, sender, since: app.clock.in(-DAY_SECONDS) }))!;
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

/** Refuses the fourth receiver of one text within a day. Only a keyed hash of it is stored, for that day. */
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
  await tx.one(insertText, { site, sender, hash, other, now: app.clock.iso() });
  const { n } = (await tx.one(countSame, { site, sender, hash, since: app.clock.in(-DAY_SECONDS) }))!;
  if (n > SAME_TEXT_RECEIVERS) throw new Refusal("same_text", { receivers: SAME_TEXT_RECEIVERS });
}

/** Deletes the hashes older than a day, of all sites. */
export async function sweepFirstTexts({ db, clock }: Resources): Promise<void> {
  await db.one(deleteOld, { before: clock.in(-DAY_SECONDS) });
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
  await app.db.one(acknowledge, { site, member, fictional, now: app.clock.iso() });
}
