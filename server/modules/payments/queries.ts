/** Reads of orders; a member's only through the member. */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { found } from "../../kernel/refusal.ts";
import type { OrderRow } from "./tables.ts";

export const ORDER_COLUMNS = `site_id, id, member_id, tier, credits, amount, currency, paymentmethod, provider, provider_ref, redirect,
  status, fail_code, discount_code, created_at`;

const own = read<[number, number, number], OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $1 and member_id = $2 and id = $3`,
);
const byRef = read<[string, string], OrderRow>(
  `select ${ORDER_COLUMNS} from orders where provider = $1 and provider_ref = $2`,
);
const history = read<[number, number, number, number], OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $1 and member_id = $2 and id < $3 order by id desc limit $4`,
);
const open = read<[string, number], OrderRow>(
  `select ${ORDER_COLUMNS} from orders
    where status in ('loading', 'pending') and created_at < $1 order by id limit $2`,
);

export async function getOrder(db: Queries, site: number, member: number, id: number): Promise<OrderRow> {
  return found(await db.one(own, site, member, id));
}

export const findOrderByRef = (db: Queries, provider: string, ref: string) => db.one(byRef, provider, ref);

export const listOrders = (
  db: Queries,
  site: number,
  member: number,
  before: number,
  limit: number,
): Promise<OrderRow[]> => db.all(history, site, member, before, limit);

/** Orders of all sites that are still open some time after they were made. */
export const listOpenOrders = (db: Queries, madeBefore: string, limit: number): Promise<OrderRow[]> =>
  db.all(open, madeBefore, limit);

const exported = read<[number, number], { row: unknown }>(
  `select to_jsonb(o) - array['site_id', 'client_key', 'redirect'] as row from orders o
    where site_id = $1 and member_id = $2 order by id`,
);

/** For the export. Erasing leaves orders: the law wants them kept, and they name nobody once the member is gone. */
export async function exportOrders(db: Queries, site: number, member: number) {
  return { orders: (await db.all(exported, site, member)).map(({ row }) => row) };
}
