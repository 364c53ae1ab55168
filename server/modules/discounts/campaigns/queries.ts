/** Reads of campaigns for staff. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { CampaignRow } from "../tables.ts";

const COLUMNS = `id, name, status, percent, amount, currency, minimum_order, country, paymentmethods, starts_at, ends_at,
  max_uses, max_spent, uses, spent`;

const byId = read<{ site: number; id: number }, CampaignRow>(
  `select ${COLUMNS} from discount_campaigns where site_id = $site and id = $id`,
);
const newest = read<{ site: number; limit: number }, CampaignRow>(
  `select ${COLUMNS} from discount_campaigns where site_id = $site order by id desc limit $limit`,
);

export const getCampaign = async (db: Queries, site: number, id: number): Promise<CampaignRow> =>
  orNotFound(await db.one(byId, { site, id }));

/** The newest first. */
export const listCampaigns = (db: Queries, site: number, limit: number): Promise<CampaignRow[]> =>
  db.all(newest, { site, limit });
