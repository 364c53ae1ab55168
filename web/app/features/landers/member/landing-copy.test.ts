import { expect, it } from "vitest";
import { copyOf } from "./landing-copy.ts";

it("an unknown word in the address of a landing is the default copy", () => {
  expect(["coffee", "weekend", undefined, "", "nobody", "toString", "__proto__"].map(copyOf)).toEqual([
    "coffee",
    "travel",
    "default",
    "default",
    "default",
    "default",
    "default",
  ]);
});
