/** A member who can be found, as the columns take them in; all numbers, sets as bits (bit n-1 is the nth of the contract's list). */
export interface ColumnRow {
  id: number;
  /** Days since 1970. */
  born: number;
  birth_year: number;
  gender: number;
  country: number;
  region: number;
  cell: number;
  looking_for: number;
  seek_min_age: number;
  seek_max_age: number;
  interests: number;
  languages: number;
  photo: boolean;
  /** Last active, in milliseconds. */
  active: number;
}
