/** Whether visitors may search (§6 Visitor). */
import type { SiteSettings } from "../tables.ts";

/** Set after a visitor's yes: the traffic source as a query, "network=friends&sub1=a". */
const SOURCE_COOKIE = "source";

/** A traffic source is a network or a ref, in the query or in the cookie (product.md 1). */
function hasSource(query: { network?: string | undefined; ref?: string | undefined }, cookie: string | undefined) {
  const stored = new URLSearchParams(cookie ?? "");
  return [query.network, query.ref, stored.get("network"), stored.get("ref")].some(Boolean);
}

/** §6 Visitor: one setting for visitors who came by a traffic source, one for all others. */
export function mayVisitorSearch(
  settings: Pick<SiteSettings, "logged_out_search" | "logged_out_search_trafficsource">,
  query: { network?: string | undefined; ref?: string | undefined },
  cookies: Record<string, string | undefined>,
): boolean {
  return hasSource(query, cookies[SOURCE_COOKIE])
    ? settings.logged_out_search_trafficsource
    : settings.logged_out_search;
}
