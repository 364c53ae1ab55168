/**
 * Places of the 19 countries, offline: regions (ISO 3166-2) and about 20 000 towns (GeoNames, CC-BY 4.0). The JSON
 * files are built by tools/build-places.ts and read on first use.
 */
import { readFileSync } from "node:fs";
import { COUNTRIES, type Country, isCountry, type Locale } from "@serenade/contract/locales";
import { around, distance } from "geokdbush";
import KDBush from "kdbush";

export type Region = { code: string; name: string };
export type City = { name: string; lat: number; lon: number; population: number };
/** Answer of /api/geocode.php: the town's own position, never the visitor's. */
export type Place = { country: Country; countryregion: string; city: string; lat: number; lon: number };

type RegionNames = { name: string } & Partial<Record<Locale, string>>;
type RegionFile = Record<Country, Record<string, RegionNames>>;
/** By country and region, flat: name, lat, lon, population, name, … largest first. */
type CityFile = Record<Country, Record<string, (string | number)[]>>;

/** Farther than this from every town is nowhere: at sea, or not in our countries. */
const REACH_KM = 50;
/** Towns looked at per question; a large city's centre is behind many suburbs. */
const CANDIDATES = 100;
const PEOPLE_PER_KM2 = 4000;

const loadRegions = once(() => readJson<RegionFile>("./regions.json"));
const loadCities = once(() => readJson<CityFile>("./cities.json"));
const loadIndex = once(buildIndex);

/** The regions of every country, each list in the alphabet of the locale. */
export function listRegions(locale: Locale): Record<Country, Region[]> {
  const byName = new Intl.Collator(locale).compare;
  const entries = COUNTRIES.map((country) => {
    const rows = Object.entries(loadRegions()[country]).map(([code, names]) => ({
      code,
      name: inLocale(names, locale),
    }));
    return [country, rows.sort((a, b) => byName(a.name, b.name))];
  });
  return Object.fromEntries(entries);
}

/** Every region's ISO 3166-2 code, in the order of the list. */
export function regionCodes(): string[] {
  return COUNTRIES.flatMap((country) => Object.keys(loadRegions()[country]));
}

/** "NL-NH" → "Noord-Holland"; null when there is no such region. */
export function regionName(code: string, locale: Locale): string | null {
  const country = code.slice(0, 2);
  const names = isCountry(country) ? loadRegions()[country][code] : undefined;
  return names ? inLocale(names, locale) : null;
}

/** "NL" → "Pays-Bas"; null when it is no country code. */
export function countryName(code: string, locale: Locale): string | null {
  if (!/^[A-Z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames(locale, { type: "region", fallback: "none" }).of(code) ?? null;
}

/** The towns of a region, largest first, no name twice. Empty for an unknown region. */
export function listCities(country: Country, region: string): City[] {
  const byName = new Map<string, City>();
  for (const city of unflatten(loadCities()[country][region] ?? []))
    if (!byName.has(city.name)) byName.set(city.name, city);
  return [...byName.values()];
}

/** The town that a position (degrees) belongs to, or null when none is within 50 km. */
export function findNearestPlace(lat: number, lon: number): Place | null {
  const { index, places } = loadIndex();
  let best: (Place & { population: number }) | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const id of around(index, lon, lat, CANDIDATES, REACH_KM)) {
    const place = places[id]!;
    const toEdge = distance(lon, lat, place.lon, place.lat) - radiusKm(place.population);
    if (toEdge < bestDistance) [best, bestDistance] = [place, toEdge];
  }
  if (!best) return null;
  const { population: _, ...place } = best;
  return place;
}

/** A city is not a point: central Amsterdam is nearer to the centre of Ouderkerk than a map suggests. */
function radiusKm(population: number): number {
  return Math.sqrt(population / PEOPLE_PER_KM2 / Math.PI);
}

function buildIndex(): { index: KDBush; places: (Place & { population: number })[] } {
  const places = COUNTRIES.flatMap((country) =>
    Object.entries(loadCities()[country]).flatMap(([countryregion, flat]) =>
      unflatten(flat).map(({ name, ...rest }) => ({ country, countryregion, city: name, ...rest })),
    ),
  );
  const index = new KDBush(places.length);
  for (const { lat, lon } of places) index.add(lon, lat);
  index.finish();
  return { index, places };
}

function unflatten(flat: (string | number)[]): City[] {
  return Array.from({ length: flat.length / 4 }, (_, i) => {
    const [name, lat, lon, population] = flat.slice(i * 4, i * 4 + 4) as [string, number, number, number];
    return { name, lat, lon, population };
  });
}

function inLocale(names: RegionNames, locale: Locale): string {
  return names[locale] ?? names.name;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
}

function once<T>(load: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= load();
    return value;
  };
}
