/** A received gift → its shape in the receiver's own list. */
import type { ReceivedGift } from "@serenade/contract/gifts";
import type { Decoded } from "@serenade/contract/ids";
import { isoTime } from "../../../kernel/db/db.ts";
import type { ReceivedRow } from "./tables.ts";

export const presentReceived = (row: ReceivedRow): Decoded<ReceivedGift> => ({
  id: row.id,
  gift: row.gift,
  from: { id: row.sender_id, name: row.sender_name },
  created_at: isoTime(row.created_at),
  hidden: row.hidden,
});
