import fc from "fast-check";
import { expect, it } from "vitest";
import { FRAME, partOf, zoomed } from "./crop-frame.ts";

const sizes = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) });
const moves = fc.array(
  fc.record({
    zoom: fc.double({ min: 1, max: 4, noNaN: true }),
    dx: fc.double({ min: -3, max: 3, noNaN: true }),
    dy: fc.double({ min: -3, max: 3, noNaN: true }),
  }),
  { minLength: 1, maxLength: 20 },
);

it("the frame stays inside the picture and keeps its ratio, for any drag and zoom", () => {
  fc.assert(
    fc.property(sizes, moves, (picture, steps) => {
      let crop = { x: 0.5, y: 0.5, zoom: 1 };
      for (const { zoom, dx, dy } of steps) crop = zoomed(picture, crop, zoom, dx, dy);
      const { left, top, width, height } = partOf(picture, crop);
      const slack = 1e-6 * Math.max(picture.width, picture.height);
      expect(left).toBeGreaterThanOrEqual(-slack);
      expect(top).toBeGreaterThanOrEqual(-slack);
      expect(left + width).toBeLessThanOrEqual(picture.width + slack);
      expect(top + height).toBeLessThanOrEqual(picture.height + slack);
      expect(width / height).toBeCloseTo(FRAME.width / FRAME.height, 6);
    }),
  );
});
