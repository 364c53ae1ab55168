/** Reads of receipts, each through the member whose order it is. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { ReceiptWithOrder } from "./tables.ts";

const ofOrder = read<{ site: number; member: number; order: number }, ReceiptWithOrder>(
  `select r.id, r.order_id, r.refund_id, r.year, r.number, r.issued_at, r.seller, r.net, r.vat, r.vat_rate, r.vat_country,
          r.credits, r.credits_before, r.credits_after, o.currency, o.paymentmethod, o.discount_code, o.discount_amount,
          o.created_at as ordered_at
     from receipts r join orders o on o.site_id = r.site_id and o.id = r.order_id
    where r.site_id = $site and r.order_id = $order and o.member_id = $member order by r.id`,
);

/** The receipt of the sale first, then those of its refunds. */
export const listReceipts = (
  db: Queries,
  { site, member, order }: { site: number; member: number; order: number },
): Promise<ReceiptWithOrder[]> => db.all(ofOrder, { site, member, order });
