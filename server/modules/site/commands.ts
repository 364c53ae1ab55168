/** Creates and changes sites; registers the regions that the places list knows. */
import type { Db } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { regionCodes } from "./places/queries.ts";
import { clearSites } from "./queries.ts";
import { DEFAULT_BUNDLES, DEFAULT_COMPANY, DEFAULT_SETTINGS } from "./rules.ts";
import type { Company, SiteSettings } from "./tables.ts";

const insertSite = write<
  { id: number; domain: string; settings: SiteSettings; company: Company; now: string },
  { id: number }
>(
  "insert into sites (id, domain, settings, company, created_at) values ($id, $domain, $settings, $company, $now) on conflict do nothing returning id",
);
const insertBundle = write<{
  site: number;
  currency: string;
  tier: string;
  credits: number;
  amount: number;
  popular: boolean;
}>(
  `insert into bundles (site_id, currency, tier, credits, amount, popular) values ($site, $currency, $tier, $credits, $amount, $popular)
   on conflict do nothing`,
);
const changeSettings = write<{ site: number; settings: Partial<SiteSettings> }>(
  "update sites set settings = settings || $settings::jsonb where id = $site",
);
const changeCompanyRow = write<{ site: number; company: Partial<Company> }>(
  "update sites set company = company || $company::jsonb where id = $site",
);
const addRegions = write<{ codes: string[] }>(
  `insert into regions (id, code)
   select (select coalesce(max(id), 0) from regions) + row_number() over (order by at), code
     from unnest($codes::text[]) with ordinality as known (code, at)
    where not exists (select from regions where regions.code = known.code)
   on conflict do nothing`,
);

/** Creates a site with default settings and prices; false when its number is taken. */
export async function createSite(
  app: Resources,
  site: { id: number; domain: string; settings?: Partial<SiteSettings>; company?: Partial<Company> },
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const settings = { ...DEFAULT_SETTINGS, ...site.settings };
    const company = { ...DEFAULT_COMPANY, ...site.company };
    if (!(await tx.one(insertSite, { id: site.id, domain: site.domain, settings, company, now: app.clock.iso() })))
      return false;
    for (const { currency, tier, credits, amount, popular } of DEFAULT_BUNDLES) {
      await tx.one(insertBundle, { site: site.id, currency, tier, credits, amount, popular });
    }
    tx.afterCommit(() => clearSites(app));
    return true;
  });
}

export async function changeSite(app: Resources, site: number, settings: Partial<SiteSettings>): Promise<void> {
  await app.db.one(changeSettings, { site, settings });
  clearSites(app);
}

export async function changeCompany(app: Resources, site: number, company: Partial<Company>): Promise<void> {
  await app.db.one(changeCompanyRow, { site, company });
  clearSites(app);
}

/** Assigns numbers to all regions of the places list; runs at startup, before they are read. */
export async function registerRegions(db: Db): Promise<void> {
  await db.one(addRegions, { codes: regionCodes() });
}
