/** Creates and changes sites; registers the regions that the places list knows. */
import type { Db } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { regionCodes } from "./places/queries.ts";
import { clearSites } from "./queries.ts";
import { DEFAULT_BUNDLES, DEFAULT_COMPANY, DEFAULT_SETTINGS } from "./rules.ts";
import type { Company, SiteSettings } from "./tables.ts";

const insertSite = write<[number, string, SiteSettings, Company, string], { id: number }>(
  "insert into sites (id, domain, settings, company, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning id",
);
const insertBundle = write<[number, string, string, number, number, boolean]>(
  `insert into bundles (site_id, currency, tier, credits, amount, popular) values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing`,
);
const changeSettings = write<[number, Partial<SiteSettings>]>(
  "update sites set settings = settings || $2::jsonb where id = $1",
);
const addRegions = write<[string[]]>(
  `insert into regions (id, code)
   select (select coalesce(max(id), 0) from regions) + row_number() over (order by at), code
     from unnest($1::text[]) with ordinality as known (code, at)
    where not exists (select from regions where regions.code = known.code)
   on conflict do nothing`,
);

/** A site with default settings and prices; false when its number is taken. */
export async function createSite(
  app: Resources,
  site: { id: number; domain: string; settings?: Partial<SiteSettings>; company?: Partial<Company> },
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const settings = { ...DEFAULT_SETTINGS, ...site.settings };
    const company = { ...DEFAULT_COMPANY, ...site.company };
    if (!(await tx.one(insertSite, site.id, site.domain, settings, company, app.clock.iso()))) return false;
    for (const { currency, tier, credits, amount, popular } of DEFAULT_BUNDLES) {
      await tx.one(insertBundle, site.id, currency, tier, credits, amount, popular);
    }
    tx.afterCommit(() => clearSites(app));
    return true;
  });
}

export async function changeSite(app: Resources, site: number, settings: Partial<SiteSettings>): Promise<void> {
  await app.db.one(changeSettings, site, settings);
  clearSites(app);
}

/** Gives every region of the places list its number; run at start, before anybody reads them. */
export async function registerRegions(db: Db): Promise<void> {
  await db.one(addRegions, regionCodes());
}
