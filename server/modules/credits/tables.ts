/** The ledger's kinds and house accounts; append only, rows keep the numbers. */
export const KINDS = { message: 1, purchase: 2, bonus: 3, refund: 4, photo: 5, gift: 6 } as const;
export type MovementKind = keyof typeof KINDS;

/** House accounts are negative and have no balance row: their totals are sums over the ledger. */
export const HOUSE: Record<MovementKind, number> = {
  message: -1,
  purchase: -2,
  bonus: -3,
  refund: -4,
  photo: -5,
  gift: -6,
};

/** What a message of the chat may be to the ledger. */
export type SendKind = "message" | "photo" | "gift";

export interface MovementRow {
  kind: number;
  amount: number;
  balance_after: number;
  at: string;
}
