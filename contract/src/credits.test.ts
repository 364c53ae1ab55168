import { expect, it } from "vitest";
import { discounted } from "./credits.ts";

it("deducts a percentage, rounds in the buyer's favour and leaves at least one unit", () => {
  expect([
    discounted(999, 25),
    discounted(2499, 25),
    discounted(2, 25),
    discounted(999, 100),
    discounted(999, 0),
  ]).toEqual([749, 1874, 1, 1, 999]);
});
