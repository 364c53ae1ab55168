/** Site rows → the settings object of §3. */
import type { Settings } from "@serenade/contract/site";
import { minimumMessageCosts } from "./prices/rules.ts";
import { dialable } from "./rules.ts";
import type { BundleRow, Company, SiteRow } from "./tables.ts";

export interface SettingsViewer {
  geoipCountry: string | null;
  selectedCountry: string | null;
  demo: boolean;
  pushPublicKey: string | null;
  /** 1 to 7, from ?niche=; else the site's own. */
  niche: number | null;
  /** In the viewer's language; shown where the site has fictional profiles. */
  fictionalWarning: { singular: string; plural: string };
}

export function presentSettings(site: SiteRow, bundles: BundleRow[], viewer: SettingsViewer): Settings {
  const { currency: _, ...settings } = site.settings;
  return {
    ...settings,
    domain: site.domain,
    cdn_prefix: "/api/photo/",
    niche: viewer.niche ?? settings.niche,
    geoip_country: viewer.geoipCountry,
    geoip_selected_country: viewer.selectedCountry,
    push_public_key: viewer.pushPublicKey,
    support_phone: dialable(settings.support_phone),
    minimum_message_costs: minimumMessageCosts(settings.countries, bundles, settings.message_credits),
    fictional_warning: settings.fictional_icon ? viewer.fictionalWarning : null,
    company_id: settings.company_id || String(site.id),
    demo: viewer.demo,
  };
}

export const presentCompany = (company: Company): Company => ({
  ...company,
  added: new Date(company.added).toISOString(),
});
