import { readFileSync } from "node:fs";
import { COUNTRIES, LOCALES } from "@serenade/contract/locales";
import { describe, expect, test } from "vitest";
import { openGeoip } from "./gateway.ts";
import { countryName, findNearestPlace, listCities, listRegions, regionName } from "./queries.ts";

describe("a position", () => {
  test.each([
    ["central Amsterdam", 52.3676, 4.9041, "NL", "NL-NH", "Amsterdam"],
    ["south-east Amsterdam", 52.3105, 4.9535, "NL", "NL-NH", "Amsterdam"],
    ["Lyon", 45.764, 4.8357, "FR", "FR-ARA", "Lyon"],
    ["Helsinki", 60.1699, 24.9384, "FI", "FI-18", "Helsinki"],
    ["Bergen", 60.3913, 5.3221, "NO", "NO-46", "Bergen"],
    ["Drammen, county since 2024", 59.744, 10.2045, "NO", "NO-33", "Drammen"],
    ["Mariehamn", 60.0973, 19.9348, "FI", "FI-01", "Mariehamn"],
    ["Brussels", 50.8503, 4.3517, "BE", "BE-BRU", "Bruxelles"],
    ["Cork", 51.8985, -8.4756, "IE", "IE-CO", "Cork"],
    ["east Berlin", 52.545, 13.57, "DE", "DE-BE", "Berlin"],
  ])("%s", (_, lat, lon, country, countryregion, city) => {
    expect(findNearestPlace(lat, lon)).toMatchObject({ country, countryregion, city });
  });

  test.each([
    ["the mid-Atlantic", 40, -40],
    ["the south pole", -90, 0],
    ["the antimeridian at sea", -20, 180],
  ])("%s is nowhere", (_, lat, lon) => expect(findNearestPlace(lat, lon)).toBeNull());

  test("the answer carries the town's own position and no more", () => {
    const place = findNearestPlace(52.37, 4.9)!;
    expect(Object.keys(place).sort()).toEqual(["city", "country", "countryregion", "lat", "lon"]);
  });
});

describe("regions", () => {
  const codes = Object.entries(listRegions("en")).flatMap(([country, regions]) =>
    regions.map(({ code }) => ({ country, code })),
  );

  test("every country has regions with valid codes of its own", () => {
    for (const country of COUNTRIES) expect(listRegions("en")[country].length, country).toBeGreaterThan(3);
    for (const { country, code } of codes) expect(code).toMatch(new RegExp(`^${country}-[A-Z0-9]{1,3}$`));
  });

  test("every region has a clean name in every locale", () => {
    for (const { code } of codes)
      for (const locale of LOCALES)
        expect(regionName(code, locale), `${code} ${locale}`).toMatch(/^[\p{Lu}’'][^[\](),;*]+$/u);
  });

  test("no two regions of a country share a name in a locale", () => {
    for (const locale of LOCALES)
      for (const regions of Object.values(listRegions(locale)))
        expect(new Set(regions.map(({ name }) => name)).size).toBe(regions.length);
  });

  test("names follow the locale, unknown codes are null", () => {
    expect(regionName("DE-BY", "en")).toBe("Bavaria");
    expect(regionName("DE-BY", "pl")).toBe("Bawaria");
    expect(regionName("IT-82", "fr")).toBe("Sicile");
    expect(regionName("NL-XX", "en")).toBeNull();
    expect(regionName("XX-1", "en")).toBeNull();
  });

  test("Norway has the counties of 2024, the Netherlands twelve provinces", () => {
    expect(listRegions("nb").NO).toHaveLength(15);
    expect(listRegions("nl").NL).toHaveLength(12);
  });
});

describe("towns", () => {
  test("every town's region exists, and every region has a town", () => {
    const file = JSON.parse(readFileSync(new URL("./cities.json", import.meta.url), "utf8"));
    for (const country of COUNTRIES) {
      const known = listRegions("en")[country].map(({ code }) => code);
      expect(Object.keys(file[country]).sort()).toEqual(known.sort());
      for (const code of known) expect(listCities(country, code).length, code).toBeGreaterThan(0);
    }
  });

  test("largest first, and a name once", () => {
    const towns = listCities("NL", "NL-UT").map(({ name }) => name);
    expect(towns.slice(0, 2)).toEqual(["Utrecht", "Amersfoort"]);
    expect(new Set(towns).size).toBe(towns.length);
  });
});

test("countries are named in eleven languages", () => {
  expect(countryName("NL", "fr")).toBe("Pays-Bas");
  expect(countryName("FI", "sv")).toBe("Finland");
  expect(countryName("zz", "en")).toBeNull();
  for (const country of COUNTRIES) for (const locale of LOCALES) expect(countryName(country, locale)).toBeTruthy();
});

test("an IP address resolves to its country, or to null", async () => {
  const find = await openGeoip();
  expect(find("194.109.6.66")).toBe("NL");
  expect(find("2001:888::1")).toBe("NL");
  for (const address of ["127.0.0.1", "10.0.0.1", "::1", "", "not an address", "1.2.3.4.5"])
    expect(find(address)).toBeNull();
});
