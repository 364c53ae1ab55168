/** Data of the landing pages (product.md 10). */
import { LandersApi } from "@serenade/contract/landers";
import { type Call, on } from "../../kernel/dispatch.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { countryName, listCities, listRegions } from "../site/places/queries.ts";
import { getSite } from "../site/queries.ts";
import { countPerRegion } from "./queries.ts";
import { flatTowns, middleOf, shownCount } from "./rules.ts";

const MAP_LIMIT = { name: "lander-map", points: 120, seconds: 300, whenDown: "open" } as const;
const MOST_TOWNS = 900;

export const landerRoutes = [on(LandersApi.map, "anyone", map, { limit: MAP_LIMIT })];

async function map(call: Call<typeof LandersApi.map>) {
  const { country } = call.query;
  const { settings } = await getSite(call, call.site.id);
  if (!settings.countries.includes(country)) throw new Refusal("not_found");
  const counts = await countPerRegion(call, call.site.id);
  const regions = listRegions(call.locale)[country].map(({ code, name }) => ({
    code,
    name,
    towns: listCities(country, code),
  }));
  return {
    country,
    name: countryName(country, call.locale) ?? country,
    regions: regions.map(({ code, name, towns }) => ({
      code,
      name,
      ...middleOf(towns),
      members: shownCount(counts.get(code)),
    })),
    towns: flatTowns(
      regions.flatMap(({ towns }) => towns),
      MOST_TOWNS,
    ),
  };
}
