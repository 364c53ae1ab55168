import { expect, it } from "vitest";
import { discounted } from "./rules.ts";

it("takes a percentage off, half a unit in the buyer's favour, never below nothing", () => {
  expect([discounted(999, 25), discounted(2499, 25), discounted(2, 25), discounted(999, 100), discounted(999, 0)]).toEqual(
    [749, 1874, 1, 0, 999],
  );
});
