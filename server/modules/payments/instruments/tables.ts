/** Rows of stored cards and PayPal accounts. */
import type { ProviderName } from "../gateway.ts";

export interface InstrumentRow {
  id: number;
  provider: ProviderName;
  token: string;
  kind: "card" | "paypal";
  brand: string | null;
  last4: string | null;
  exp_month: number | null;
  exp_year: number | null;
}

/** With the provider's customer. */
export interface ChargeableInstrument extends InstrumentRow {
  customer: string;
}
