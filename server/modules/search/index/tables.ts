import type { ChoiceName } from "../../members/indexing/rules.ts";

/** A row of `member_search`, the index's input. */
export interface IndexRow extends Record<ChoiceName, number | boolean> {
  id: number;
  /** Milliseconds; null for a member hidden from search. */
  last_active: number | null;
  /** Days since 1970. */
  born: number;
  region: number;
  cell: number;
  seek_min_age: number;
  seek_max_age: number;
}
