/** Sites by host or id, their bundles, and the region numbers. Kept for a while in the process: they change rarely. */
import type { Db, Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { found } from "../../kernel/refusal.ts";
import type { BundleRow, SiteRow } from "./tables.ts";

const KEPT_MS = 30_000;

const allSites = read<[], SiteRow>("select id, domain, settings, company from sites order by id");
const allBundles = read<[number], BundleRow>(
  "select tier, currency, credits, amount, popular from bundles where site_id = $1 order by currency, tier",
);
const allRegions = read<[], { id: number; code: string }>("select id, code from regions order by id");

interface Kept<T> {
  at: number;
  value: Promise<T>;
}
const keptSites = new WeakMap<Db, Kept<SiteRow[]> & { sites?: SiteRow[] }>();
const keptBundles = new WeakMap<Db, Map<number, Kept<BundleRow[]>>>();
const keptRegions = new WeakMap<Db, Promise<Map<string, number>>>();

export function listSites(db: Db): Promise<SiteRow[]> {
  const kept = keptSites.get(db);
  if (kept && performance.now() - kept.at < KEPT_MS) return kept.value;
  const value = db.all(allSites);
  const loading: Kept<SiteRow[]> & { sites?: SiteRow[] } = { at: performance.now(), value };
  keptSites.set(db, loading);
  value.then(
    (sites) => {
      loading.sites = sites;
    },
    () => keptSites.delete(db),
  );
  return value;
}

/** Forgets what is kept: after a site was written. */
export function forgetSites(db: Db): void {
  keptSites.delete(db);
  keptBundles.delete(db);
}

/** The site of a Host header's value; outside production an unknown host gets the first site (product.md 1). */
export async function findSite(db: Db, host: string, anyHost: boolean): Promise<SiteRow | null> {
  return siteAt(await listSites(db), host, anyHost);
}

/** The same as far as the process knows it already; null also where it would have to ask. */
export function peekSite(db: Db, host: string, anyHost: boolean): SiteRow | null {
  const kept = keptSites.get(db);
  return kept?.sites && performance.now() - kept.at < KEPT_MS ? siteAt(kept.sites, host, anyHost) : null;
}

function siteAt(sites: SiteRow[], host: string, anyHost: boolean): SiteRow | null {
  const name = host.toLowerCase();
  const bare = name.replace(/:\d+$/, "");
  return sites.find((site) => site.domain === name || site.domain === bare) ?? (anyHost ? (sites[0] ?? null) : null);
}

export async function getSite(db: Db, id: number): Promise<SiteRow> {
  return found((await listSites(db)).find((site) => site.id === id));
}

export function listBundles(db: Db, site: number): Promise<BundleRow[]> {
  const bySite = keptBundles.get(db) ?? new Map<number, Kept<BundleRow[]>>();
  keptBundles.set(db, bySite);
  const kept = bySite.get(site);
  if (kept && performance.now() - kept.at < KEPT_MS) return kept.value;
  const value = db.all(allBundles, site);
  bySite.set(site, { at: performance.now(), value });
  value.catch(() => bySite.delete(site));
  return value;
}

/** ISO 3166-2 code → the number that search rows carry. `through` reads them, inside a transaction the transaction. */
export function regionNumbers(db: Db, through: Queries = db): Promise<Map<string, number>> {
  const kept =
    keptRegions.get(db) ?? through.all(allRegions).then((rows) => new Map(rows.map((row) => [row.code, row.id])));
  keptRegions.set(db, kept);
  kept.catch(() => keptRegions.delete(db));
  return kept;
}
