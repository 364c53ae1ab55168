/** A row of the ledger → the member's view of it. */
import type { Movement } from "@serenade/contract/credits";
import type { Decoded } from "@serenade/contract/ids";
import { isoTime } from "../../kernel/db/db.ts";
import { KINDS, type MovementKind, type MovementRow } from "./tables.ts";

const NAMES = new Map<number, MovementKind>(
  Object.entries(KINDS).map(([name, number]) => [number, name as MovementKind]),
);
const OF_ORDERS = new Set<MovementKind>([
  "purchase",
  "chargeback",
  "chargeback_won",
  "debt",
  "purchase_refund",
  "purchase_refund_failed",
]);

export function presentMovement({
  seq,
  kind: number,
  amount,
  balance_after,
  at,
  ref,
  idem,
}: MovementRow): Decoded<Movement> {
  const kind = NAMES.get(number)!;
  const conversation = /^(?:back:)?message:(\d+):/.exec(idem)?.[1];
  return {
    number: seq,
    kind,
    amount,
    balance_after,
    created_at: isoTime(at),
    transaction: OF_ORDERS.has(kind) ? ref : null,
    conversation: conversation ? Number(conversation) : null,
  };
}
