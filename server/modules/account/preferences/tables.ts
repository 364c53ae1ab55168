/** A member's row of what others see and of the spending limit, with what is kept elsewhere. */
import type { WriteFirst } from "@serenade/contract/notifications";

export interface PreferencesRow {
  country: string;
  invisible: boolean;
  consent: boolean;
  read_receipts: boolean;
  write_first: WriteFirst;
  shown_to_visitors: boolean;
}

export interface SpendingRow {
  spending_limit: number | null;
  spending_currency: string | null;
  spending_next: number | null;
  spending_next_at: string | null;
}
