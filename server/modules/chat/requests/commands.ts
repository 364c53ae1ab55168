/** The receiver decides about a first message (product.md 6). */
import type { RequestApi } from "@serenade/contract/chat";
import type { Input } from "@serenade/contract/endpoint";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { changed } from "../../notifications/commands.ts";
import type { Place } from "../commands.ts";

type Decision = Input<typeof RequestApi.decide>["body"]["decision"];

/** Only who was written to decides, and only while nothing has been: a conversation that was taken on is ended by deleting or blocking. */
const UNDECIDED = "site_id = $1 and id = $3 and $2 in (a_id, b_id) and started_by <> $2";

const accept = write<[number, number, number, string], { id: number }>(
  `update conversations set accepted_at = coalesce(accepted_at, $4), declined_at = null where ${UNDECIDED} returning id`,
);
const decline = write<[number, number, number, string], { id: number }>(
  `update conversations c
      set declined_at = coalesce(declined_at, $4),
          removed_a = case when a_id = $2 then last_id else removed_a end,
          removed_b = case when a_id = $2 then removed_b else last_id end,
          unread_a = case when a_id = $2 then 0 else unread_a end,
          unread_b = case when a_id = $2 then unread_b else 0 end
    where ${UNDECIDED} and accepted_at is null
      and not exists (select from likes where site_id = $1 and liker_id = $2 and liked_id = c.started_by)
   returning id`,
);

/** Takes a first message on, or declines it: then it is gone for the receiver. The sender is told neither. */
export async function decideRequest(
  app: Resources,
  { site, member, conversation }: Place,
  decision: Decision,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const statement = decision === "accept" ? accept : decline;
    orNotFound(await tx.one(statement, site, member, conversation, app.clock.iso()));
    await changed(app, tx, site, member, "chats");
  });
}
