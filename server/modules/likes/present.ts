/** Like rows → LikeItem of §3. */
import type { Decoded } from "@serenade/contract/ids";
import type { LikeItem } from "@serenade/contract/likes";
import { isoTime } from "../../kernel/db/db.ts";
import { presentCard, type Viewing } from "../members/present.ts";
import type { LikeRow } from "./tables.ts";

export const presentLike = (row: LikeRow, viewing: Viewing): Decoded<LikeItem> => ({
  ...presentCard(row, viewing),
  like_new: row.like_new,
  match: row.match,
  liked_at: isoTime(row.liked_at),
});
