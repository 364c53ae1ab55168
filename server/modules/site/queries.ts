/** Sites by host or id, their bundles, and the region numbers. Cached with a timeout: they change rarely. */
import { timedCache } from "../../kernel/cache.ts";
import type { Queries } from "../../kernel/db/db.ts";
import { type NoParams, read } from "../../kernel/db/statement.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import type { BundleRow, SiteRow } from "./tables.ts";

const CACHE_MS = 30_000;

const allSites = read<NoParams, SiteRow>(
  "select id, domain, public_url, mail, settings, company from sites order by id",
);
const allBundles = read<{ site: number }, BundleRow>(
  "select tier, currency, credits, amount, popular from bundles where site_id = $site order by currency, tier",
);
const allRegions = read<NoParams, { id: number; code: string }>("select id, code from regions order by id");

const cachedSites = timedCache(
  "sites",
  { ms: CACHE_MS, most: 1 },
  ({ db }, _all: "all", through: Queries = db): Promise<SiteRow[]> => through.all(allSites),
);
const cachedBundles = timedCache("bundles", { ms: CACHE_MS, most: 1_000 }, ({ db }, site: number) =>
  db.all(allBundles, { site }),
);
/** They are written at the start and never change. */
const cachedRegions = timedCache("regions", { ms: 0, most: 1 }, async ({ db }, _all: "all", through: Queries = db) => {
  const rows = await through.all(allRegions);
  return new Map(rows.map((row) => [row.code, row.id]));
});

export const listSites = (app: Resources): Promise<SiteRow[]> => cachedSites.get(app, "all");

/** After a site was written. */
export function clearSites(app: Resources): void {
  cachedSites.clear(app);
  cachedBundles.clear(app);
}

/** The site of a Host header's value; outside production an unknown host gets the first site (product.md 1). */
export async function findSite(app: Resources, host: string, anyHost: boolean): Promise<SiteRow | null> {
  return siteAt(await listSites(app), host, anyHost);
}

/** The same from the cache only; null also where it would need the database. */
export function peekSite(app: Resources, host: string, anyHost: boolean): SiteRow | null {
  const sites = cachedSites.peek(app, "all");
  return sites ? siteAt(sites, host, anyHost) : null;
}

function siteAt(sites: SiteRow[], host: string, anyHost: boolean): SiteRow | null {
  const name = host.toLowerCase();
  const bare = name.replace(/:\d+$/, "");
  return sites.find((site) => site.domain === name || site.domain === bare) ?? (anyHost ? (sites[0] ?? null) : null);
}

/** Inside a transaction `through` is the transaction: on the embedded engine it holds the only connection. */
export async function getSite(app: Resources, id: number, through?: Queries): Promise<SiteRow> {
  return orNotFound((await cachedSites.get(app, "all", through)).find((site) => site.id === id));
}

/** Where links of a site lead, outside of a request. */
export const publicUrlOf = (
  { config }: Resources,
  { public_url, domain }: Pick<SiteRow, "public_url" | "domain">,
): string => public_url ?? config.baseUrl ?? `http://${domain}:${config.port}`;

export const listBundles = (app: Resources, site: number): Promise<BundleRow[]> => cachedBundles.get(app, site);

/** ISO 3166-2 code → the number that search rows carry. Inside a transaction `through` is the transaction. */
export const regionNumbers = (app: Resources, through?: Queries): Promise<Map<string, number>> =>
  cachedRegions.get(app, "all", through);
