import type { ChoiceName } from "../../members/indexing/rules.ts";

/** A row of `member_search`, as the index takes it in. */
export interface IndexRow extends Record<ChoiceName, number | boolean> {
  id: number;
  /** Milliseconds; null for a member whom no search may find. */
  last_active: number | null;
  /** Days since 1970. */
  born: number;
  region: number;
  cell: number;
  seek_min_age: number;
  seek_max_age: number;
}
