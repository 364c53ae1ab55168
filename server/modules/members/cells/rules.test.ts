import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellOf, cellsAround, kilometresBetween, middleOf } from "./rules.ts";

const position = fc.record({
  lat: fc.double({ min: -60, max: 70, noNaN: true }),
  lon: fc.double({ min: -180, max: 179.999, noNaN: true }),
});

describe("cells", () => {
  it("hold the positions near their middle, about 10 km wide wherever they are", () => {
    fc.assert(
      fc.property(position, (here) => {
        const cell = cellOf(here.lat, here.lon);
        const middle = middleOf(cell);
        expect(cellOf(middle.lat, middle.lon)).toBe(cell);
        expect(kilometresBetween(here, middle)).toBeLessThan(8.1);
      }),
      { numRuns: 500 },
    );
  });

  it("are near each other symmetrically", () => {
    fc.assert(
      fc.property(position, fc.constantFrom(25, 50, 100, 200), fc.nat(), (here, km, pick) => {
        const cell = cellOf(here.lat, here.lon);
        const around = cellsAround(cell, km);
        expect(around).toContain(cell);
        expect(cellsAround(around[pick % around.length]!, km)).toContain(cell);
      }),
      { numRuns: 100 },
    );
  });

  it("are all there within the distance, across the end of the map too", () => {
    fc.assert(
      fc.property(position, position, fc.constantFrom(25, 200), (one, step, km) => {
        const other = { lat: one.lat + step.lat / 50, lon: ((one.lon + step.lon / 60 + 540) % 360) - 180 };
        const [a, b] = [cellOf(one.lat, one.lon), cellOf(other.lat, other.lon)];
        expect(cellsAround(a, km).includes(b)).toBe(kilometresBetween(middleOf(a), middleOf(b)) <= km);
      }),
      { numRuns: 500 },
    );
  });
});
