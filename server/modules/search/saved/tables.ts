export interface SavedRow {
  id: number;
  member_id: number;
  /** "gender=woman&near=50": the filters by name, in the order of the alphabet. */
  query: string;
  alert: boolean;
  told_at: string;
  base_url: string;
}
