/** The part of a member's preferences that limits spending. */
export interface SpendingRow {
  spending_limit: number | null;
  spending_currency: string | null;
  spending_next: number | null;
  spending_next_at: string | null;
}
