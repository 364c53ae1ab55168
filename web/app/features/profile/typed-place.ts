/** A place is typed. The form remembers which text stands for which place; any other text is looked up. */
import { isCountry } from "@serenade/contract/locales";
import { type FoundPlace, PlacesApi } from "@serenade/contract/site";
import { data } from "react-router";
import type { Call } from "~/platform/call.ts";
import { formFailure } from "~/platform/form-failure.ts";

export interface Place {
  country: string;
  countryregion: string;
  city: string;
}
export interface NamedPlace extends Place {
  label: string;
}

/** The member's country comes first. */
export const placeQuery = (text: string, country: string) => ({ text, ...(isCountry(country) && { country }) });

const labelOf = (city: string, region: string, country: string) =>
  city && city !== region ? `${city}, ${region}` : `${region}, ${country}`;
export const named = ({ region, country_name, ...place }: FoundPlace): NamedPlace => ({
  ...place,
  label: labelOf(place.city, region, country_name),
});
export const keyOfPlace = ({ country, countryregion, city }: Place) => [country, countryregion, city].join("|");

/** The member's place with its name in their language. Without a region there is no place yet, only a likely country. */
export async function ownPlace(call: Call, { country, countryregion, city }: Place): Promise<NamedPlace> {
  if (!countryregion) return { country, countryregion: "", city: "", label: "" };
  const { countries } = await call(PlacesApi.regions);
  const found = countries.find(({ code }) => code === country);
  const region = found?.regions.find(({ code }) => code === countryregion)?.name ?? countryregion;
  return { country, countryregion, city, label: labelOf(city, region, found?.name ?? country) };
}

/** Sets the form's place to what was typed; a failure with the places that it could be where it is not clear which. */
export async function settlePlace(call: Call, fields: FormData) {
  const text = (name: string) => String(fields.get(name) ?? "").trim();
  const typed = text("place");
  if (!typed || typed === text("place_before")) return null;
  const choice = typed === text("place_asked") ? text("place_choice") : "";
  if (choice) return set(fields, choice);
  const { places } = await call(PlacesApi.search, { query: placeQuery(typed, text("country")) });
  const exact = places.filter((place) => (place.city || place.region).toLowerCase() === typed.toLowerCase());
  const same = places.filter((place) => named(place).label === typed);
  const only = [same, exact, places].find(({ length }) => length === 1)?.[0];
  if (only) return set(fields, keyOfPlace(only));
  return data(formFailure(fields, { fields: {}, keys: {}, params: { places } }), 400);
}

function set(fields: FormData, key: string): null {
  const [country = "", countryregion = "", city = ""] = key.split("|");
  for (const [name, value] of Object.entries({ country, countryregion, city })) fields.set(name, value);
  fields.set("place_before", String(fields.get("place")).trim());
  return null;
}
