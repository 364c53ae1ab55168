/** Stored cards and accounts → what a member sees of them. */
import type { Decoded } from "@serenade/contract/ids";
import type { StoredInstrument } from "@serenade/contract/payments";
import { expiryOf, isExpired, labelOf } from "./rules.ts";
import type { InstrumentRow } from "./tables.ts";

export const presentInstrument = (row: InstrumentRow, now: Date): Decoded<StoredInstrument> => ({
  id: row.id,
  paymentmethod: row.kind,
  label: labelOf(row),
  expires: expiryOf(row),
  expired: isExpired(row, now),
});
