/** Creates and changes sites; registers the regions that the places list knows. */
import type { Db } from "../../kernel/db/db.ts";
import { write } from "../../kernel/db/statement.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { regionCodes } from "./places/queries.ts";
import { DEFAULT_BUNDLES } from "./prices/rules.ts";
import { clearSites } from "./queries.ts";
import { DEFAULT_COMPANY, DEFAULT_SETTINGS } from "./rules.ts";
import type { BundleRow, Company, SiteMail, SiteSettings } from "./tables.ts";

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
const changeAddress = write<{ site: number; domain: string; url: string | null }>(
  "update sites set domain = $domain, public_url = $url where id = $site",
);
const changeMail = write<{ site: number; mail: SiteMail }>("update sites set mail = $mail where id = $site");
const setBundle = write<{
  site: number;
  currency: string;
  tier: string;
  credits: number;
  amount: number;
  popular: boolean;
}>(
  `insert into bundles (site_id, currency, tier, credits, amount, popular) values ($site, $currency, $tier, $credits, $amount, $popular)
   on conflict (site_id, currency, tier) do update
      set credits = excluded.credits, amount = excluded.amount, popular = excluded.popular`,
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

/** The host that selects the site, and its public address where that is not the installation's. */
export async function moveSite(
  app: Resources,
  site: number,
  to: { domain: string; url: string | null },
): Promise<void> {
  if (!/^[a-z0-9.-]+(:\d+)?$/.test(to.domain)) throw new Refusal("invalid", {}, { domain: "invalid" });
  const url = to.url === null ? null : URL.parse(to.url)?.origin;
  if (url === undefined || (url !== null && !/^https?:/.test(url)))
    throw new Refusal("invalid", {}, { url: "invalid" });
  await app.db.one(changeAddress, { site, domain: to.domain, url });
  clearSites(app);
}

export async function changeSiteMail(app: Resources, site: number, mail: SiteMail): Promise<void> {
  await app.db.one(changeMail, { site, mail });
  clearSites(app);
}

/** Sets packs of one currency; amounts are in minor units. Orders that exist keep the price that they were made with. */
export async function setPrices(app: Resources, site: number, bundles: readonly BundleRow[]): Promise<void> {
  const isRight = ({ credits, amount }: BundleRow) =>
    credits > 0 && amount > 0 && Number.isSafeInteger(amount + credits);
  if (!bundles.every(isRight)) throw new Refusal("invalid", {}, { price: "invalid" });
  await app.db.transaction(async (tx) => {
    for (const { currency, tier, credits, amount, popular } of bundles)
      await tx.one(setBundle, { site, currency, tier, credits, amount, popular });
    tx.afterCommit(() => clearSites(app));
  });
}

/** Assigns numbers to all regions of the places list; runs at startup, before they are read. */
export async function registerRegions(db: Db): Promise<void> {
  await db.one(addRegions, { codes: regionCodes() });
}
