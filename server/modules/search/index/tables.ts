/** A row of `member_search`, as the index takes it in; all numbers, sets as bits (bit n-1 is the nth of the contract's list). */
export interface IndexRow {
  id: number;
  /** Milliseconds; null for a member whom no search may find. */
  last_active: number | null;
  /** Days since 1970. */
  born: number;
  gender: number;
  country: number;
  region: number;
  cell: number;
  photo: boolean;
  looking_for: number;
  seek_min_age: number;
  seek_max_age: number;
  interests: number;
  languages: number;
}
