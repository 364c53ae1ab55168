/** What happens to a gift after it was given; giving one is chat/send. */
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";

const hide = write<{ site: number; member: number; id: number; hiddenAt: string | null }, { id: number }>(
  `update gifts set hidden_at = case when $hiddenAt::timestamptz is null then null else coalesce(hidden_at, $hiddenAt) end
    where site_id = $site and receiver_id = $member and id = $id returning id`,
);
const deleteReceived = write<{ site: number; member: number }>(
  "delete from gifts where site_id = $site and receiver_id = $member",
);
const deleteGiven = write<{ site: number; member: number }>(
  "delete from gifts where site_id = $site and sender_id = $member",
);

/** Hides a received gift on the member's profile, or shows it again. */
export async function hideGift(
  { db, clock }: Resources,
  { site, member }: { site: number; member: number },
  id: number,
  hidden: boolean,
): Promise<void> {
  orNotFound(await db.one(hide, { site, member, id, hiddenAt: hidden ? clock.iso() : null }));
}

/** Deletes gifts sent or received by the member. */
export async function eraseGifts(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteReceived, { site, member });
  await tx.one(deleteGiven, { site, member });
}
