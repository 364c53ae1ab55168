import { expect, it } from "vitest";
import { flatTowns, middleOf, shownCount } from "./rules.ts";

it("shows no number below five", () => {
  expect([undefined, 0, 1, 4, 5, 6].map(shownCount)).toEqual([null, null, null, null, 5, 6]);
});

it("the middle of a region is nearer to its larger towns", () => {
  const towns = [
    { lat: 52, lon: 4, population: 300 },
    { lat: 53, lon: 6, population: 100 },
  ];
  expect(middleOf(towns)).toEqual({ lat: 52.25, lon: 4.5 });
  expect(middleOf(towns.map((town) => ({ ...town, population: 0 })))).toEqual({ lat: 52.5, lon: 5 });
});

it("keeps the largest towns, with two decimals", () => {
  const towns = [
    { lat: 1, lon: 2, population: 5 },
    { lat: 3.456, lon: -4.999, population: 9 },
    { lat: 5, lon: 6, population: 1 },
  ];
  expect(flatTowns(towns, 2)).toEqual([3.46, -5, 1, 2]);
});
