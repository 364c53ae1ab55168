/** Reads of orders; a member's only through the member. */
import type { Queries } from "../../kernel/db/db.ts";
import { type NoParams, read } from "../../kernel/db/statement.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import { KINDS } from "../credits/tables.ts";
import type { DecidedOrderRow, OrderRow, ReturnedRow, UnpaidCounts } from "./tables.ts";

export const ORDER_COLUMNS = `site_id, id, member_id, tier, credits, amount, currency, paymentmethod, provider, provider_ref, redirect,
  status, fail_code, discount_code, discount_amount, country, network_country, card_country, request, instrument_id, mandate_id, payer_acted, looks, created_at`;

const own = read<{ site: number; member: number; id: number }, OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $site and member_id = $member and id = $id`,
);
const byRef = read<{ provider: string; ref: string }, OrderRow>(
  `select ${ORDER_COLUMNS} from orders where provider = $provider and (provider_ref = $ref or provider_alias = $ref)`,
);
const history = read<{ site: number; member: number; before: number; limit: number }, OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $site and member_id = $member and id < $before order by id desc limit $limit`,
);
const open = read<{ made: string; now: string; limit: number }, OrderRow>(
  `select ${ORDER_COLUMNS} from orders
    where status in ('loading', 'pending') and created_at < $made and next_look_at <= $now order by next_look_at, id limit $limit`,
);

const decided = read<{ providers: string[]; now: string; limit: number }, DecidedOrderRow>(
  `select ${ORDER_COLUMNS},
          exists (select from chargebacks c where c.site_id = o.site_id and c.order_id = o.id and c.status = 'open') as disputed
     from orders o
    where status not in ('loading', 'pending') and next_look_at <= $now and provider = any ($providers::text[])
    order by next_look_at, id limit $limit`,
);

const byId = read<{ site: number; id: number }, OrderRow>(
  `select ${ORDER_COLUMNS} from orders where site_id = $site and id = $id`,
);

/** For staff: an order of any member. */
export const findOrder = (db: Queries, site: number, id: number) => db.one(byId, { site, id });

export async function getOrder(db: Queries, site: number, member: number, id: number): Promise<OrderRow> {
  return orNotFound(await db.one(own, { site, member, id }));
}

export const findOrderByRef = (db: Queries, provider: string, ref: string) => db.one(byRef, { provider, ref });

export const listOrders = (
  db: Queries,
  site: number,
  member: number,
  before: number,
  limit: number,
): Promise<OrderRow[]> => db.all(history, { site, member, before, limit });

/** Orders of all sites that are still open some time after they were created and due for a check. */
export const listOpenOrders = (db: Queries, due: { made: string; now: string; limit: number }): Promise<OrderRow[]> =>
  db.all(open, due);

/** Orders of all sites at these providers that are paid or given up, and whose turn it is to be looked at. */
export const listDecidedOrders = (
  db: Queries,
  due: { providers: string[]; now: string; limit: number },
): Promise<DecidedOrderRow[]> => db.all(decided, due);

const UNPAID = "status not in ('completed', 'refunded')";
const unpaid = read<{ site: number; member: number; network: string; recently: string; today: string }, UnpaidCounts>(
  `with mine as (select created_at, card_fingerprint from orders
                  where site_id = $site and member_id = $member and created_at > $today and ${UNPAID}),
        theirs as (select created_at from orders where site_id = $site and network_key = $network and created_at > $today and ${UNPAID}),
        cards as (select count(*)::int as orders from orders
                   where site_id = $site and created_at > $today and ${UNPAID}
                     and card_fingerprint in (select card_fingerprint from mine where card_fingerprint is not null)
                   group by card_fingerprint)
   select (select count(*) from mine where created_at > $recently)::int as member,
          (select count(*) from theirs where created_at > $recently)::int as network,
          (select count(*) from mine)::int as member_day,
          (select count(*) from theirs)::int as network_day,
          (select coalesce(max(orders), 0) from cards)::int as card_day`,
);

/** Unpaid orders of a member, of a network and of the cards that the member tried, since ten minutes and since a day ago. */
export const countUnpaid = async (
  db: Queries,
  { site, member, network }: { site: number; member: number; network: string },
  since: { minutes: string; day: string },
): Promise<UnpaidCounts> =>
  (await db.one(unpaid, { site, member, network, recently: since.minutes, today: since.day }))!;

const declines = read<{ site: number; member: number; since: string }, { declines: number }>(
  `select count(*)::int as declines from orders
    where site_id = $site and member_id = $member and created_at > $since and status = 'failed'
      and fail_code in ('declined', 'insufficient_funds', 'expired_card')
      and id > coalesce((select max(id) from orders where site_id = $site and member_id = $member and status in ('completed', 'refunded')), 0)`,
);

/** Orders that the bank declined since then and since the last one that was paid. */
export const countDeclines = async (
  db: Queries,
  who: { site: number; member: number; since: string },
): Promise<number> => (await db.one(declines, who))!.declines;

const returned = read<{ site: number; orders: number[] }, ReturnedRow>(
  `select o.id as order_id,
          (select coalesce(sum(amount), 0) from refunds where site_id = $site and order_id = o.id and status = 'completed')::int as refunded,
          (select coalesce(sum(amount), 0) from chargebacks where site_id = $site and order_id = o.id and status <> 'won')::int as charged_back
     from unnest($orders::bigint[]) as o(id)`,
);

/** What was returned to the payer, by order, in minor units. */
export async function listReturned(
  db: Queries,
  site: number,
  orders: OrderRow[],
): Promise<Map<number, Pick<ReturnedRow, "refunded" | "charged_back">>> {
  const paid = orders.filter(({ status }) => status === "completed" || status === "refunded").map(({ id }) => id);
  const rows = paid.length > 0 ? await db.all(returned, { site, orders: paid }) : [];
  return new Map(rows.map((row) => [row.order_id, row]));
}

const exported = read<{ site: number; member: number }, { row: unknown }>(
  `select to_jsonb(o) - array['site_id', 'client_key', 'redirect', 'network_key', 'card_fingerprint', 'request', 'payer_acted', 'looks', 'next_look_at'] as row from orders o
    where site_id = $site and member_id = $member order by id`,
);

/** For the export. Erasing leaves orders: the law requires them, and they contain no personal data. */
export async function exportOrders(db: Queries, site: number, member: number) {
  return { orders: (await db.all(exported, { site, member })).map(({ row }) => row) };
}

const unpaidCredits = read<NoParams, { bad: number }>(
  `select count(*)::int as bad from ledger l
     left join orders o on o.site_id = l.site_id and o.id = l.ref and o.member_id = l.member_id
    where l.kind = ${KINDS.purchase}
      and (o.id is null or o.status not in ('completed', 'refunded') or o.credits <> l.amount or l.idem <> 'order:' || o.id)`,
);
const uncredited = read<NoParams, { bad: number }>(
  `select count(*)::int as bad from orders o
    where o.status in ('completed', 'refunded')
      and not exists (select from ledger l where l.site_id = o.site_id and l.member_id = o.member_id and l.idem = 'order:' || o.id)`,
);

/** Orders and ledger beside each other: the number of rows that break each rule, 0 everywhere at any moment. */
export async function proveOrders(db: Queries): Promise<Record<string, number>> {
  return {
    "every purchase in the ledger is a paid order, with its credits": (await db.one(unpaidCredits))!.bad,
    "every paid order is in the ledger": (await db.one(uncredited))!.bad,
  };
}
