/** Places by the beginning of their name, as it is typed. */
import { PLACES_FOUND } from "@serenade/contract/limits";
import { COUNTRIES, type Country, type Locale } from "@serenade/contract/locales";
import type { FoundPlace } from "@serenade/contract/site";
import { countryName, listCities, listRegions, regionName } from "../queries.ts";

interface Town {
  key: string;
  country: Country;
  countryregion: string;
  city: string;
}

let towns: Town[] | undefined;

/**
 * Towns first, the largest of them first, then regions; those of `country` before others. What follows a comma narrows the
 * region or the country ("Bergen, Noord").
 */
export function searchPlaces(
  typed: string,
  { locale, served, country }: { locale: Locale; served: readonly Country[]; country: Country | null },
): FoundPlace[] {
  const [name = "", ...rest] = typed.split(",").map(keyOf);
  if (name.length < 2) return [];
  const found = [...townsOf(name, served), ...regionsOf(name, locale, served)]
    .map((place) => named(place, locale))
    .filter((place) => rest.every((part) => isIn(place, part)));
  const exact = (place: FoundPlace) => Number(keyOf(place.city || place.region) === name);
  const near = (place: FoundPlace) => Number(place.country === country);
  // sort is stable, so the largest stay first
  return found.sort((one, other) => exact(other) - exact(one) || near(other) - near(one)).slice(0, PLACES_FOUND);
}

function townsOf(name: string, served: readonly Country[]) {
  towns ??= allTowns();
  return towns.filter(({ key, country }) => key.startsWith(name) && served.includes(country));
}

function regionsOf(name: string, locale: Locale, served: readonly Country[]) {
  const regions = listRegions(locale);
  return served.flatMap((country) =>
    regions[country]
      .filter((region) => keyOf(region.name).startsWith(name))
      .map(({ code }) => ({ country, countryregion: code, city: "" })),
  );
}

function named({ country, countryregion, city }: Omit<Town, "key">, locale: Locale): FoundPlace {
  const region = regionName(countryregion, locale) ?? countryregion;
  return { country, countryregion, city, region, country_name: countryName(country, locale) ?? country };
}

const isIn = (place: FoundPlace, part: string) =>
  [place.region, place.country_name, place.country].some((name) => keyOf(name).startsWith(part));

function allTowns(): Town[] {
  const regions = listRegions("en");
  return COUNTRIES.flatMap((country) =>
    regions[country].flatMap(({ code }) =>
      listCities(country, code).map(({ name, population }) => ({
        key: keyOf(name),
        country,
        countryregion: code,
        city: name,
        population,
      })),
    ),
  ).sort((one, other) => other.population - one.population);
}

const LETTERS: Record<string, string> = { ø: "o", ł: "l", æ: "ae", ß: "ss", œ: "oe" };

/** "Saint-Étienne" → "saint etienne": what people type without the accents and hyphens. */
const keyOf = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[øłæßœ]/g, (letter) => LETTERS[letter]!)
    .replaceAll(/[\s'’.-]+/g, " ")
    .trim();
