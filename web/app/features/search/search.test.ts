import { describe, expect, test } from "vitest";
import { isSearch, queryOf, searchOf, searchWithout } from "./search.ts";

const of = (text: string) => searchOf(new URLSearchParams(text));

describe("a search in an address", () => {
  // spec: 3.search-state
  test("is the same after a round trip", () => {
    const search = of("gender=woman&country=NL&countryregion=NL-UT&min_age=25&max_age=40&page=3");
    expect(search).toEqual({
      gender: "woman",
      country: "NL",
      countryregion: "NL-UT",
      min_age: 25,
      max_age: 40,
      page: 3,
    });
    expect(searchOf(new URLSearchParams(queryOf(search)))).toEqual(search);
  });
  test("holds every filter, repeated or with commas, as one address", () => {
    const search = of("near=50&photo=true&mutual=true&online=no&interests=wine&interests=tea,gold&languages=fr,en");
    expect(search).toMatchObject({
      near: 50,
      photo: true,
      mutual: true,
      interests: ["tea", "wine"],
      languages: ["en", "fr"],
    });
    expect(search.online).toBeUndefined();
    expect(queryOf(search)).toMatchObject({ near: "50", photo: "true", interests: "tea,wine", languages: "en,fr" });
    expect(searchOf(new URLSearchParams(queryOf(search)))).toEqual(search);
  });
  test("drops one filter and keeps the others", () => {
    const search = of("country=NL&countryregion=NL-UT&min_age=30&photo=true&page=4");
    expect(searchWithout(search, "country")).toEqual({ min_age: 30, max_age: 99, photo: true, page: 1 });
    expect(searchWithout(search, "ages")).toMatchObject({ min_age: 18, max_age: 99, countryregion: "NL-UT" });
  });
  test("leaves out what is wrong", () => {
    expect(of("gender=robot&country=XX&countryregion=NL-UT&min_age=abc&page=-1")).toEqual({
      min_age: 18,
      max_age: 99,
      page: 1,
    });
  });
  test("a region of another country is left out", () => {
    expect(of("country=BE&countryregion=NL-UT").countryregion).toBeUndefined();
  });
  test("crossed and impossible ages are put right", () => {
    expect(of("min_age=50&max_age=30")).toMatchObject({ min_age: 30, max_age: 50 });
    expect(of("min_age=3&max_age=300")).toMatchObject({ min_age: 18, max_age: 99 });
  });
  test("a search without filters is a search", () => {
    expect(isSearch(new URLSearchParams(queryOf(of(""))))).toBe(true);
    expect(isSearch(new URLSearchParams("lang=fr"))).toBe(false);
  });
});
