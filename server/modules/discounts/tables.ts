/** Rows of discount codes that belong to one member. */
export interface CodeRow {
  code: string;
  percent: number;
  expires_at: string;
}
