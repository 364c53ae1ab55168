/** What the map of a country shows (product.md 10). */
import { MAP_LEAST_MEMBERS } from "@serenade/contract/limits";

export interface Town {
  lat: number;
  lon: number;
  population: number;
}

/** The number that is shown; null for a few, so that nobody is picked out. */
export const shownCount = (members: number | undefined): number | null =>
  members !== undefined && members >= MAP_LEAST_MEMBERS ? members : null;

/** Where a region's inhabitants are on average, in degrees; the longitudes of one region are on one side of the date line. */
export function middleOf(towns: readonly Town[]): { lat: number; lon: number } {
  const people = towns.reduce((sum, { population }) => sum + population, 0);
  const mean = (of: (town: Town) => number) =>
    towns.reduce((sum, town) => sum + of(town) * (people > 0 ? town.population / people : 1 / towns.length), 0);
  return { lat: rounded(mean(({ lat }) => lat)), lon: rounded(mean(({ lon }) => lon)) };
}

/** The largest towns as a flat list of latitudes and longitudes, at most `most` towns. */
export function flatTowns(towns: readonly Town[], most: number): number[] {
  const largest = [...towns].sort((one, other) => other.population - one.population).slice(0, most);
  return largest.flatMap(({ lat, lon }) => [rounded(lat), rounded(lon)]);
}

const rounded = (degrees: number): number => Math.round(degrees * 100) / 100;
