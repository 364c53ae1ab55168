/** Rows of SEPA mandates. */
import type { OrderRow } from "../tables.ts";

export interface MandateRow {
  site_id: number;
  id: number;
  member_id: number;
  reference: string;
  client_key: string;
  tier: OrderRow["tier"];
  discount_code: string | null;
  holder: string;
  /** Encrypted; null once the provider has it. */
  iban: Buffer | null;
  iban_last4: string;
  iban_key: string;
  code_hash: Buffer;
  address: string;
  user_agent: string;
  created_at: string;
  signed_at: string | null;
  order_id: number | null;
}
