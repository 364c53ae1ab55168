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
const publicCode = read<{ site: number; code: string; now: string }, { code: string; ends_at: string }>(
  `select c.code, d.ends_at
     from discount_codes c join discount_campaigns d on d.site_id = c.site_id and d.id = c.campaign_id
    where c.site_id = $site and c.code = $code and c.member_id is null and not c.single_use
      and d.status = 'active' and d.starts_at <= $now and d.ends_at > $now`,
);
const newest = read<{ site: number; limit: number }, CampaignRow>(
  `select ${COLUMNS} from discount_campaigns where site_id = $site order by id desc limit $limit`,
);

export const getCampaign = async (db: Queries, site: number, id: number): Promise<CampaignRow> =>
  orNotFound(await db.one(byId, { site, id }));

/** A code for every member that works now, and when it ends; null for one of a single member, for a single use or not active. */
export const findPublicCode = (db: Queries, site: number, code: string, now: string) =>
  db.one(publicCode, { site, code: code.trim().toUpperCase(), now });

/** The newest first. */
export const listCampaigns = (db: Queries, site: number, limit: number): Promise<CampaignRow[]> =>
  db.all(newest, { site, limit });
