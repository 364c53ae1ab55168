/** Payments that need manual review (product.md 7); `npm run ledger` lists the open ones. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read, write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { OrderRow } from "../tables.ts";

/** `answer_lost`: a stored card may have been charged, and the provider has forgotten the request's key. */
type Kind = "amount_mismatch" | "answer_lost";

interface CaseRow {
  site_id: number;
  order_id: number;
  kind: Kind;
  details: Record<string, unknown>;
}

const insertCase = write<
  { site: number; id: number; order: number; kind: Kind; details: Record<string, unknown>; now: string },
  { id: number }
>(
  `insert into payment_cases (site_id, id, order_id, kind, details, opened_at) values ($site, $id, $order, $kind, $details, $now)
   on conflict (site_id, order_id, kind) do nothing returning id`,
);
const open = read<{ limit: number }, CaseRow>(
  "select site_id, order_id, kind, details from payment_cases where closed_at is null order by opened_at limit $limit",
);

/** Opens a case once per order and kind. */
export async function openCase(
  app: Resources,
  order: OrderRow,
  kind: Kind,
  details: Record<string, unknown>,
): Promise<void> {
  const row = { site: order.site_id, id: app.ids.next(), order: order.id, kind, details, now: app.clock.iso() };
  if (await app.db.one(insertCase, row))
    app.log.error({ order: order.id, kind, ...details }, "a payment needs a person");
}

export const listOpenCases = (db: Queries, limit: number): Promise<CaseRow[]> => db.all(open, { limit });
