import { expect, it } from "vitest";
import { drawMap } from "./map-drawing.ts";

/** A country of 200 towns in rows, 50 to 54 degrees north, 4 to 8 degrees east. */
const rows = Array.from({ length: 200 }, (_, at) => [50 + Math.floor(at / 20) * 0.4, 4 + (at % 20) * 0.2]).flat();

it("north is up, east is right, and a degree is shorter east than north", () => {
  const { discs, width, height } = drawMap(rows, [
    { code: "south-west", lat: 50.4, lon: 4.4, members: 10 },
    { code: "north-east", lat: 53.4, lon: 7.4, members: 5 },
  ]);
  const [southWest, northEast] = discs;
  expect(northEast!.x).toBeGreaterThan(southWest!.x);
  expect(northEast!.y).toBeLessThan(southWest!.y);
  expect(width).toBeLessThan(height);
});

it("leaves out what is far away, and regions without a number", () => {
  const { discs, lights } = drawMap(
    [...rows, 20, -150],
    [
      { code: "island", lat: 20, lon: -150, members: 50 },
      { code: "few", lat: 52, lon: 6, members: null },
      { code: "home", lat: 52, lon: 6, members: 7 },
    ],
  );
  expect(discs.map(({ code }) => code)).toEqual(["home"]);
  expect(lights.match(/M/g)).toHaveLength(200);
});

it("a country on both sides of the date line stays in one piece", () => {
  const coast = Array.from({ length: 120 }, (_, at) => [-46 + (at % 10), 167 + at * 0.1]).flat();
  const towns = [...coast, -44, -176.5, -43, -177, -42, -178, -41, -179];
  const { discs } = drawMap(towns, [
    { code: "west", lat: -43, lon: 172, members: 9 },
    { code: "east", lat: -41, lon: -179, members: 8 },
  ]);
  expect(discs[1]!.x).toBeGreaterThan(discs[0]!.x);
});

it("no disc covers another, and none leaves the map", () => {
  const regions = Array.from({ length: 16 }, (_, at) => ({
    code: String(at),
    lat: 52 + (at % 4) * 0.05,
    lon: 6 + Math.floor(at / 4) * 0.05,
    members: 5 + at * 40,
  }));
  const { discs, width, height } = drawMap(rows, regions);
  for (const [at, one] of discs.entries()) {
    expect(one.x >= one.r - 1 && one.x <= width - one.r + 1 && one.y >= one.r - 1 && one.y <= height - one.r + 1).toBe(
      true,
    );
    for (const other of discs.slice(at + 1))
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.r + other.r - 2);
  }
});

it("a country without towns or regions is an empty map", () => {
  expect(drawMap([], [])).toMatchObject({ lights: "", discs: [] });
});
