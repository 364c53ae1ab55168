/** A member in the swipe game: their zone, the current day, and the skip that can be undone. */
export interface PlayerRow {
  time_zone: string;
  day_from: string | null;
  day_to: string | null;
  last_skipped_id: number | null;
}
