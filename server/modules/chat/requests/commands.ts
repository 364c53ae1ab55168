/** The receiver decides about a first message (product.md 6). */
import type { RequestApi } from "@serenade/contract/chat";
import type { Input } from "@serenade/contract/endpoint";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { bumpVersion } from "../../notifications/commands.ts";
import type { ConversationKey } from "../commands.ts";

type Decision = Input<typeof RequestApi.decide>["body"]["decision"];

/** Only the receiver decides, and only once: an accepted conversation is ended by deleting or blocking. */
const UNDECIDED = "site_id = $site and id = $conversation and $member in (a_id, b_id) and started_by <> $member";

const accept = write<{ site: number; member: number; conversation: number; now: string }, { id: number }>(
  `update conversations set accepted_at = coalesce(accepted_at, $now), declined_at = null where ${UNDECIDED} returning id`,
);
const decline = write<{ site: number; member: number; conversation: number; now: string }, { id: number }>(
  `update conversations c
      set declined_at = coalesce(declined_at, $now),
          removed_a = case when a_id = $member then last_id else removed_a end,
          removed_b = case when a_id = $member then removed_b else last_id end,
          unread_a = case when a_id = $member then 0 else unread_a end,
          unread_b = case when a_id = $member then unread_b else 0 end
    where ${UNDECIDED} and accepted_at is null
      and not exists (select from likes where site_id = $site and liker_id = $member and liked_id = c.started_by)
   returning id`,
);

/** Accepts a first message, or declines it, which hides it from the receiver. The sender is not notified of either. */
export async function decideRequest(
  app: Resources,
  { site, member, conversation }: ConversationKey,
  decision: Decision,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const statement = decision === "accept" ? accept : decline;
    orNotFound(await tx.one(statement, { site, member, conversation, now: app.clock.iso() }));
    await bumpVersion(app, tx, site, member, "chats");
  });
}
