import { describe, expect, it } from "vitest";
import { filtersOf, savedQuery } from "./rules.ts";

describe("the text of a saved search", () => {
  it("is the same for the same search: names and values sorted, empty ones and the page dropped", () => {
    const text = "interests=art,wine&near=50";
    for (const same of [
      text,
      "?page=3&near=50&interests=wine&interests=art",
      "near=20&near=50&interests=wine,art,wine&country=&network=a&ref=b",
      "interests=&interests=art&interests=wine&near=50&near=",
    ])
      expect(savedQuery(same), same).toBe(text);
  });

  it("is null when it is no search", () => {
    expect(savedQuery("min_age=seven")).toBeNull();
    expect(savedQuery("unknown=1")).toBeNull();
  });

  it("is read back as filters", () => {
    expect(filtersOf("interests=art,wine&near=50")).toEqual({ interests: ["art", "wine"], near: 50 });
    expect(filtersOf("online=true")).toEqual({ online: "true" });
    expect(filtersOf("min_age=seven")).toBeNull();
  });
});
