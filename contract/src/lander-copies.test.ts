import { expect, it } from "vitest";
import { copyOf } from "./lander-copies.ts";

it("a known word in the address of a lander selects its copy", () => {
  expect(["tonight", "evening", "new-in-town", "over-40", "travel", "nature"].map(copyOf)).toEqual([
    "tonight",
    "tonight",
    "new_in_town",
    "over_40",
    "travel",
    "nature",
  ]);
});

it("any other word is the default copy", () => {
  expect([undefined, null, "", "nobody", "new_in_town", "toString", "__proto__"].map(copyOf)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});
