import { COUNTRIES } from "@serenade/contract/locales";
import { expect, it } from "vitest";
import { searchPlaces } from "./queries.ts";

const search = (text: string, more: Partial<Parameters<typeof searchPlaces>[1]> = {}) =>
  searchPlaces(text, { locale: "en", served: COUNTRIES, country: null, ...more });
const names = (...input: Parameters<typeof search>) =>
  search(...input).map(({ city, region, country }) => `${city || region} ${country}`);

it("offers towns by the beginning of their name, whatever the accents", () => {
  expect(search("köl")[0]).toEqual({
    country: "DE",
    countryregion: "DE-NW",
    city: "Köln",
    region: "North Rhine-Westphalia",
    country_name: "Germany",
  });
  for (const text of ["saint etienne", "Saint-Étienne", "SAINT ETIENNE"])
    expect(names(text)[0]).toBe("Saint-Étienne FR");
  expect(names("lodz")[0]).toBe("Łódź PL");
  expect(search("k")).toEqual([]);
  expect(search("xyzxyz")).toEqual([]);
});

it("puts the exact name first, then the member's country, then the largest; and offers regions without a town", () => {
  expect(names("boston", { country: "GB" })[0]).toBe("Boston GB");
  expect(names("boston", { country: "US" })[0]).toBe("Boston US");
  expect(search("Bavaria")).toContainEqual(expect.objectContaining({ countryregion: "DE-BY", city: "" }));
  expect(search("Bawaria", { locale: "pl" })).toContainEqual(
    expect.objectContaining({ countryregion: "DE-BY", city: "" }),
  );
});

it("is narrowed by region or country after a comma, and by the countries that the site serves", () => {
  expect(names("Bergen, Norway")).toEqual(["Bergen NO"]);
  expect(search("Köln, North Rhine-Westphalia")).toHaveLength(1);
  expect(names("boston", { served: ["GB"] })).toEqual(["Boston GB", "Boston Spa GB"]);
  expect(search("sa").length).toBe(8);
});
