/** What happens to a gift after it was given; giving one is chat/send. */
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";

const hide = write<[number, number, number, string | null], { id: number }>(
  `update gifts set hidden_at = case when $4::timestamptz is null then null else coalesce(hidden_at, $4) end
    where site_id = $1 and receiver_id = $2 and id = $3 returning id`,
);
const deleteReceived = write<[number, number]>("delete from gifts where site_id = $1 and receiver_id = $2");
const deleteGiven = write<[number, number]>("delete from gifts where site_id = $1 and sender_id = $2");

/** Takes a gift to the member off their profile, or puts it back. */
export async function hideGift(
  { db, clock }: Resources,
  { site, member }: { site: number; member: number },
  id: number,
  hidden: boolean,
): Promise<void> {
  orNotFound(await db.one(hide, site, member, id, hidden ? clock.iso() : null));
}

/** Gifts go with either of the two: nobody is left who gave or who got it. */
export async function eraseGifts(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteReceived, site, member);
  await tx.one(deleteGiven, site, member);
}
