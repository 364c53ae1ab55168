/** Members per region, for the map lander (product.md 10). */
import { timedCache } from "../../kernel/cache.ts";
import { read } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";

const CACHE_MS = 600_000;

const findablePerRegion = read<{ site: number }, { region: string; members: number }>(
  `select countryregion as region, count(*)::int as members from members
    where site_id = $site and seen and invisible_since is null and consent_withdrawn_at is null and not fictional
    group by countryregion`,
);

const cachedCounts = timedCache("members per region", { ms: CACHE_MS, most: 1_000 }, async ({ db }, site: number) => {
  const rows = await db.all(findablePerRegion, { site });
  return new Map(rows.map(({ region, members }) => [region, members]));
});

/** ISO 3166-2 code → members of the site who can be found there; fictional profiles are not counted. Ten minutes old at most. */
export const countPerRegion = (app: Resources, site: number): Promise<Map<string, number>> =>
  cachedCounts.get(app, site);
