/** A member's card with the like between the two. */
import type { CardRow } from "../members/tables.ts";

export interface LikeRow extends CardRow {
  liked_at: string;
  like_new: boolean;
  match: boolean;
}
