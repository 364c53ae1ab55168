/** Order rows → Transaction; bundles with what a message costs in each. */
import type { Bundle } from "@serenade/contract/credits";
import type { Opened } from "@serenade/contract/ids";
import type { Transaction } from "@serenade/contract/payments";
import { isoTime } from "../../kernel/db/db.ts";
import { messagePrice } from "../site/rules.ts";
import type { BundleRow } from "../site/tables.ts";
import type { OrderRow } from "./tables.ts";

export const presentOrder = (row: OrderRow): Opened<Transaction> => ({
  id: row.id,
  status: row.status,
  tier: row.tier,
  credits: row.credits,
  total: { amount: row.amount, currency: row.currency },
  paymentmethod: row.paymentmethod,
  created_at: isoTime(row.created_at),
  fail_code: row.fail_code,
});

export const presentBundle = (row: BundleRow, messageCredits: number): Bundle => ({
  tier: row.tier,
  credits: row.credits,
  price: { amount: row.amount, currency: row.currency },
  message_price: messagePrice(row, messageCredits),
  popular: row.popular,
});
