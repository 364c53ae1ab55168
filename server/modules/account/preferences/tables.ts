/** A member's row of what others see, with what is kept elsewhere. */
import type { WriteFirst } from "@serenade/contract/notifications";

export interface PreferencesRow {
  country: string;
  invisible: boolean;
  consent: boolean;
  read_receipts: boolean;
  write_first: WriteFirst;
  shown_to_visitors: boolean;
}
