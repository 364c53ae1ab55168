/** The ledger's kinds and house accounts; append only, rows keep the numbers. */
export const KINDS = {
  message: 1,
  purchase: 2,
  bonus: 3,
  refund: 4,
  photo: 5,
  gift: 6,
  chargeback: 7,
  chargeback_won: 8,
  debt: 9,
  purchase_refund: 10,
  purchase_refund_failed: 11,
} as const;
export type MovementKind = keyof typeof KINDS;

/** House accounts are negative and have no balance row: their totals are sums over the ledger. */
export const HOUSE: Record<MovementKind, number> = {
  message: -1,
  purchase: -2,
  bonus: -3,
  refund: -4,
  photo: -5,
  gift: -6,
  chargeback: -7,
  chargeback_won: -7,
  debt: -9,
  purchase_refund: -10,
  purchase_refund_failed: -10,
};

/** Kinds of chat messages in the ledger. */
export type SendKind = "message" | "photo" | "gift";

export interface MovementRow {
  seq: number;
  kind: number;
  amount: number;
  balance_after: number;
  at: string;
  /** The order of a purchase and of its refunds and chargebacks, or the message. */
  ref: number | null;
  /** Its key, which contains the conversation of a message: "message:17:4". */
  idem: string;
}
