/** Settings, company, regions, interests, geocoding and the page-hidden beacon (§7). */
import { INTERESTS } from "@serenade/contract/interests";
import { COUNTRIES, type Country, isCountry } from "@serenade/contract/locales";
import { BeaconApi, CompanyApi, PlacesApi, SettingsApi } from "@serenade/contract/site";
import { translator } from "@serenade/texts/catalog";
import { type Call, on } from "../../kernel/dispatch.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { countryName, findNearestPlace, listCities, listRegions } from "./places/queries.ts";
import { searchPlaces } from "./places/search/queries.ts";
import { presentCompany, presentSettings } from "./present.ts";
import { getSite, listBundles } from "./queries.ts";
import { COUNTRY_COOKIE } from "./rules.ts";

const GEOCODE_LIMIT = { name: "geocode", points: 30, seconds: 300, whenDown: "open" } as const;

/** One for each letter that is typed. */
const PLACES_LIMIT = { name: "places", points: 300, seconds: 300, whenDown: "open" } as const;

export const siteRoutes = [
  on(SettingsApi.read, "anyone", settings),
  on(CompanyApi.read, "anyone", async (call) => presentCompany((await getSite(call, call.site.id)).company)),
  on(PlacesApi.interests, "anyone", async ({ locale }) => ({ interests: interests(locale) })),
  on(PlacesApi.regions, "anyone", async (call) => ({ countries: countries(call.locale, await servedBy(call)) })),
  on(PlacesApi.search, "anyone", async (call) => ({ places: await placesOf(call) }), { limit: PLACES_LIMIT }),
  on(PlacesApi.cities, "anyone", async ({ query }) => ({ cities: cities(query.countryregion) })),
  on(
    PlacesApi.geocode,
    "anyone",
    async (call) => geocode(Number(call.query.lat), Number(call.query.lon), await servedBy(call)),
    { limit: GEOCODE_LIMIT },
  ),
  on(PlacesApi.geocodePosted, "anyone", async (call) => geocode(call.body.lat, call.body.lon, await servedBy(call)), {
    limit: GEOCODE_LIMIT,
  }),
  on(BeaconApi.hidden, "anyone", async () => ({})),
];

async function settings(call: Call<typeof SettingsApi.read>) {
  const { site, request, config, countryOf, query } = call;
  const [row, bundles] = await Promise.all([getSite(call, site.id), listBundles(call, site.id)]);
  const niche = Number((query as { niche?: unknown }).niche);
  const selected = request.cookies[COUNTRY_COOKIE];
  const t = translator(call.locale, "members");
  const warn = (number: "singular" | "plural") => t(`fictional_warning.${number}`, { site: row.settings.name });
  return presentSettings(row, bundles, {
    geoipCountry: countryOf(request.address),
    selectedCountry: isCountry(selected) ? selected : null,
    demo: config.mode !== "production",
    pushPublicKey: config.vapid.publicKey,
    niche: Number.isInteger(niche) && niche >= 1 && niche <= 7 ? niche : null,
    fictionalWarning: { singular: warn("singular"), plural: warn("plural") },
  });
}

function interests(locale: Call["locale"]) {
  const t = translator(locale, "interests");
  return INTERESTS.map((id) => ({ id, name: t(id), icon: `interest-${id}` }));
}

/** The countries that the site serves (§3 countries). */
const servedBy = async (call: Call) => (await getSite(call, call.site.id)).settings.countries;

function countries(locale: Call["locale"], served: readonly Country[]) {
  const regions = listRegions(locale);
  const byName = new Intl.Collator(locale).compare;
  const shown = COUNTRIES.filter((code) => served.includes(code));
  return shown
    .map((code) => ({ code, name: countryName(code, locale) ?? code, regions: regions[code] }))
    .sort((a, b) => byName(a.name, b.name));
}

async function placesOf(call: Call<typeof PlacesApi.search>) {
  const { text, country } = call.query;
  return searchPlaces(text, { locale: call.locale, served: await servedBy(call), country: country ?? null });
}

function cities(region: string) {
  const country = region.slice(0, 2);
  if (!isCountry(country)) throw new Refusal("not_found");
  return listCities(country, region).map(({ name, lat, lon }) => ({ name, lat, lon }));
}

/**
 * The position is used for this response only: not stored, not logged. Only places in served countries are returned.
 */
async function geocode(lat: number, lon: number, served: readonly Country[]) {
  const outside = !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180);
  if (outside) throw new Refusal("invalid", {}, { lat: "number" });
  const nearest = findNearestPlace(lat, lon);
  const place = nearest && served.includes(nearest.country as Country) ? nearest : null;
  return { country: place?.country ?? null, countryregion: place?.countryregion ?? null, city: place?.city ?? null };
}
