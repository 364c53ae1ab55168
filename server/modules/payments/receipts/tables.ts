/** Rows of receipts. */
import type { PaymentMethod } from "@serenade/contract/credits";

/** The company of the site when the receipt was written. */
export interface Seller {
  site: string;
  name: string;
  address: string;
  city: string;
  country: string;
  kvk: string;
  vat_number: string | null;
}

export interface ReceiptRow {
  id: number;
  order_id: number;
  refund_id: number | null;
  year: number;
  number: number;
  issued_at: string;
  seller: Seller;
  /** Minor units; negative on the correction after a refund. */
  net: number;
  vat: number;
  /** Hundredths of a percent. */
  vat_rate: number;
  vat_country: string;
  credits: number;
  credits_before: number;
  credits_after: number;
}

/** A receipt with what it needs of its order. */
export interface ReceiptWithOrder extends ReceiptRow {
  currency: string;
  paymentmethod: PaymentMethod;
  discount_code: string | null;
  discount_amount: number | null;
  ordered_at: string;
}
