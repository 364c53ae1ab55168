/** The cell of a member's place. */
import { type Country, isCountry } from "@serenade/contract/locales";
import { listCities } from "../../site/places/queries.ts";
import { cellOf, NO_CELL } from "./rules.ts";

export interface TownName {
  country: string;
  countryregion: string;
  city: string;
}

const towns = new Map<string, Map<string, number>>();

/** The cell of a town of our lists; none for a place that is not in them, or for a region alone. */
export function cellOfTown({ country, countryregion, city }: TownName): number {
  if (!city || !countryregion || !isCountry(country)) return NO_CELL;
  return townsOf(country, countryregion).get(city) ?? NO_CELL;
}

function townsOf(country: Country, region: string): Map<string, number> {
  let known = towns.get(region);
  if (!known) {
    known = new Map(listCities(country, region).map(({ name, lat, lon }) => [name, cellOf(lat, lon)]));
    towns.set(region, known);
  }
  return known;
}
