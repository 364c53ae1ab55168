/** Reads of orders; a member's only through the member. */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import type { OrderRow, UnpaidCounts } from "./tables.ts";

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
  return orNotFound(await db.one(own, site, member, id));
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

const UNPAID = "status not in ('completed', 'refunded')";
const unpaid = read<[number, number, string, string, string], UnpaidCounts>(
  `with mine as (select created_at, card_fingerprint from orders
                  where site_id = $1 and member_id = $2 and created_at > $5 and ${UNPAID}),
        theirs as (select created_at from orders where site_id = $1 and network_key = $3 and created_at > $5 and ${UNPAID}),
        cards as (select count(*)::int as orders from orders
                   where site_id = $1 and created_at > $5 and ${UNPAID}
                     and card_fingerprint in (select card_fingerprint from mine where card_fingerprint is not null)
                   group by card_fingerprint)
   select (select count(*) from mine where created_at > $4)::int as member,
          (select count(*) from theirs where created_at > $4)::int as network,
          (select count(*) from mine)::int as member_day,
          (select count(*) from theirs)::int as network_day,
          (select coalesce(max(orders), 0) from cards)::int as card_day`,
);

/** Unpaid orders of a member, of a network and of the cards that the member tried, since ten minutes and since a day ago. */
export const countUnpaid = async (
  db: Queries,
  { site, member, network }: { site: number; member: number; network: string },
  since: { minutes: string; day: string },
): Promise<UnpaidCounts> => (await db.one(unpaid, site, member, network, since.minutes, since.day))!;

const exported = read<[number, number], { row: unknown }>(
  `select to_jsonb(o) - array['site_id', 'client_key', 'redirect', 'network_key', 'card_fingerprint'] as row from orders o
    where site_id = $1 and member_id = $2 order by id`,
);

/** For the export. Erasing leaves orders: the law wants them kept, and they name nobody once the member is gone. */
export async function exportOrders(db: Queries, site: number, member: number) {
  return { orders: (await db.all(exported, site, member)).map(({ row }) => row) };
}
