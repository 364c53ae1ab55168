import { COUNTRIES } from "@serenade/contract/locales";
import { describe, expect, it } from "vitest";
import { isQuiet, quietFrom, quietUntil, zonesOf } from "./rules.ts";

const at = (time: string) => new Date(time);

describe("quiet hours", () => {
  it.each([
    ["2026-11-25T07:59:59.999Z", true],
    ["2026-11-25T08:00:00.000Z", false],
    ["2026-11-25T19:59:59.999Z", false],
    ["2026-11-25T20:00:00.000Z", true],
    ["2026-11-25T23:30:00.000Z", true],
  ])("at %s are %s in Amsterdam, an hour ahead of UTC", (time, quiet) => {
    expect(isQuiet(at(time), zonesOf("NL", null))).toBe(quiet);
  });

  it("follow the zone that the member's browser named, wherever the country is", () => {
    const noon = at("2026-11-25T12:00:00Z");
    expect(isQuiet(noon, zonesOf("NL", null))).toBe(false);
    expect(isQuiet(noon, zonesOf("NL", "Pacific/Auckland"))).toBe(true);
    expect(isQuiet(noon, zonesOf("NL", "Asia/Kathmandu"))).toBe(false);
  });

  it("of a country with many zones are those of each", () => {
    const hours = Array.from({ length: 24 }, (_, hour) => at(`2026-11-25T${String(hour).padStart(2, "0")}:00:00Z`));
    const open = hours.filter((hour) => !isQuiet(hour, zonesOf("US", null))).map((hour) => hour.getUTCHours());
    expect(open).toEqual([0, 1, 19, 20, 21, 22, 23]);
  });

  it("end at nine and begin at nine in the evening, also on the days on which clocks change", () => {
    const zones = ["Europe/Amsterdam"];
    expect(quietUntil(at("2026-11-25T21:10:00Z"), zones)).toEqual(at("2026-11-26T08:00:00Z"));
    expect(quietUntil(at("2026-10-24T20:00:00Z"), zones)).toEqual(at("2026-10-25T08:00:00Z"));
    expect(quietUntil(at("2026-03-28T21:00:00Z"), zones)).toEqual(at("2026-03-29T07:00:00Z"));
    expect(quietUntil(at("2026-11-25T12:00:00Z"), zones)).toEqual(at("2026-11-25T12:00:00Z"));
    expect(quietFrom(at("2026-11-25T12:34:56Z"), zones)).toEqual(at("2026-11-25T20:00:00Z"));
    expect(quietUntil(at("2026-11-25T20:00:00Z"), ["Asia/Kathmandu"])).toEqual(at("2026-11-26T03:15:00Z"));
  });

  it.each(COUNTRIES)("leave hours of every day in %s, in summer and in winter", (country) => {
    for (const day of ["2026-01-15", "2026-07-15"]) {
      const morning = quietUntil(at(`${day}T00:00:00Z`), zonesOf(country, null));
      const evening = quietFrom(quietUntil(at(`${day}T12:00:00Z`), zonesOf(country, null)), zonesOf(country, null));
      expect(morning.getTime()).toBeLessThan(at(`${day}T00:00:00Z`).getTime() + 86_400_000);
      expect(isQuiet(morning, zonesOf(country, null))).toBe(false);
      expect(isQuiet(evening, zonesOf(country, null))).toBe(true);
    }
  });
});
