/** Order rows → Transaction; bundles with what a message costs in each. */
import type { Bundle } from "@serenade/contract/credits";
import type { Decoded } from "@serenade/contract/ids";
import type { Receipt, Transaction } from "@serenade/contract/payments";
import { isoTime } from "../../kernel/db/db.ts";
import { messagePrice } from "../site/prices/rules.ts";
import type { BundleRow } from "../site/tables.ts";
import { receiptNumber } from "./receipts/rules.ts";
import type { ReceiptWithOrder } from "./receipts/tables.ts";
import { isOpen } from "./rules.ts";
import type { OrderRow, ReturnedRow } from "./tables.ts";

/** `returned`: what was returned to the payer; 0 for a new order. */
export const presentOrder = (
  row: OrderRow,
  returned: Pick<ReturnedRow, "refunded" | "charged_back"> = { refunded: 0, charged_back: 0 },
): Decoded<Transaction> => ({
  id: row.id,
  status: row.status,
  tier: row.tier,
  credits: row.credits,
  total: { amount: row.amount, currency: row.currency },
  paymentmethod: row.paymentmethod,
  created_at: isoTime(row.created_at),
  fail_code: row.fail_code,
  discount: row.discount_code
    ? { code: row.discount_code, off: { amount: row.discount_amount ?? 0, currency: row.currency } }
    : null,
  refunded: { amount: returned.refunded, currency: row.currency },
  charged_back: { amount: returned.charged_back, currency: row.currency },
  stored_method: row.instrument_id !== null,
  continue_at: isOpen(row.status) && !row.payer_acted ? row.redirect : null,
});

export const presentReceipt = (row: ReceiptWithOrder): Receipt => ({
  number: receiptNumber(row),
  issued_at: isoTime(row.issued_at),
  net: { amount: row.net, currency: row.currency },
  vat: { amount: row.vat, currency: row.currency },
  vat_rate: row.vat_rate / 100,
  vat_country: row.vat_country,
  credits: row.credits,
  credits_before: row.credits_before,
  credits_after: row.credits_after,
  refund: row.refund_id !== null,
});

export const presentBundle = (row: BundleRow, messageCredits: number): Bundle => ({
  tier: row.tier,
  credits: row.credits,
  price: { amount: row.amount, currency: row.currency },
  message_price: messagePrice(row, messageCredits),
  popular: row.popular,
});
